// Writes traces in the native format, which is read many times faster than text, and counts what is in them.

import { openInput } from '../../../src/formats/file/input.ts';
import { openOutput } from '../../../src/formats/file/output.ts';
import type { TraceWriter } from '../../../src/formats/format.ts';
import { native } from '../../../src/formats/native/index.ts';
import { readTrace } from '../../../src/formats/read.ts';
import { LenientProblems } from '../../../src/trace/problems.ts';
import { answer, type Question } from './task.ts';

export interface Conversion extends Question {
  readonly pairs: readonly (readonly [from: string, to: string])[];
}

/** Of all the files together. */
export interface Facts {
  readonly events: number;
  readonly accesses: number;
  readonly threads: number;
  readonly locks: number;
  readonly variables: number;
  /** Events that were left out or added so that the trace is well-formed. */
  readonly repaired: number;
  /** Whether foretrace recorded all of them: its recorders say which command ran. */
  readonly isOwn: boolean;
}

type Counts = { -readonly [Key in keyof Facts]: Facts[Key] };

async function convert(from: string, to: string, facts: Counts): Promise<void> {
  const output = await openOutput(to);
  const problems = new LenientProblems(0);
  let writer: TraceWriter | undefined;
  const write = (bytes: Uint8Array) => output.write(bytes);
  const { symbols, events, metadata } = await readTrace(
    await openInput(from),
    { problems, drain: () => output.drain() },
    (block, known, said) => {
      writer ??= native.writer({ symbols: known, metadata: said, write });
      writer.block(block);
      for (let i = 0; i < block.length; i++) if (block.ops[i]! <= 1) facts.accesses++;
    },
  );
  writer ??= native.writer({ symbols, metadata, write });
  writer.end();
  await output.end();
  facts.events += events;
  facts.threads += symbols.threads.size;
  facts.locks += symbols.locks.size;
  facts.variables += symbols.variables.size;
  facts.repaired += problems.total;
  facts.isOwn &&= metadata.has('command');
}

await answer(async ({ pairs }: Conversion): Promise<Facts> => {
  const facts = { events: 0, accesses: 0, threads: 0, locks: 0, variables: 0, repaired: 0, isOwn: true };
  for (const [from, to] of pairs) await convert(from, to, facts);
  return facts;
});
