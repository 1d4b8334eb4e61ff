// From a trace to a shorter one with the same happens-before: what `reduce` does, and `run` and `record` after they have recorded.

import { rename } from 'node:fs/promises';
import { openInput } from '../formats/file/input.ts';
import type { Output } from '../formats/file/output.ts';
import type { Format, TraceWriter } from '../formats/format.ts';
import type { Input } from '../formats/input.ts';
import { native } from '../formats/native/index.ts';
import { type ReadSummary, readTrace } from '../formats/read.ts';
import { Reduction, type ReductionCounts, type ReductionMethod, reductionPlan } from '../reduce/index.ts';
import { reducedMetadata } from '../trace/preservation.ts';
import { LenientProblems } from '../trace/problems.ts';
import type { Source } from './reading.ts';
import { SizeMeter, type Sizes } from './sizes.ts';
import { writing } from './writing.ts';

type Reading = Pick<Source, 'input' | 'format' | 'problems'> & Partial<Pick<Source, 'onProgress' | 'memoryModel'>>;

export interface ReducingOptions {
  readonly method: ReductionMethod;
  readonly accesses: boolean;
  readonly sizes: boolean;
  /** The trace is read once and thrown away: it is not packed. */
  readonly plain?: boolean | undefined;
}

interface Side extends ReductionCounts, Sizes {
  readonly format: string;
}

export interface Reduced {
  readonly before: Side;
  readonly after: Side;
  readonly notes: readonly string[];
}

/** Reads the trace twice. */
export async function reduce(source: Reading, output: Output, format: Format, options: ReducingOptions): Promise<Reduced> {
  const { method, accesses, sizes, plain } = options;
  const sizeBefore = new SizeMeter(sizes);
  const sizeAfter = new SizeMeter(sizes);
  const plan = reductionPlan(method);
  const first = await readTrace(metered(source.input, sizeBefore), { ...source, drain: () => sizeBefore.drain() }, (block) => {
    plan.block(block);
    sizeBefore.block(block);
  });
  plan.end();

  const write = (bytes: Uint8Array): void => {
    sizeAfter.write(bytes);
    output.write(bytes);
  };
  let writer: TraceWriter | undefined;
  let reduction: Reduction | undefined;
  const begin = ({ symbols, metadata }: Pick<ReadSummary, 'symbols' | 'metadata'>): Reduction => {
    const made = format.writer({ symbols, write, metadata: reducedMetadata(metadata, !accesses), plain });
    writer = made;
    const emit = (block: Parameters<TraceWriter['block']>[0]): void => {
      made.block(block);
      sizeAfter.block(block);
    };
    return new Reduction(plan, { symbols, emit, accesses });
  };
  // What is wrong with the trace was told the first time.
  const problems = source.problems === undefined ? undefined : new LenientProblems(0);
  const flow = { drain: () => output.drain() ?? sizeAfter.drain(), enough: () => output.closed };
  const again = { ...source, problems, onProgress: undefined, ...flow };
  const second = await readTrace(source.input, again, (block, symbols, metadata) => {
    reduction ??= begin({ symbols, metadata });
    reduction.block(block);
  });
  reduction ??= begin(second);
  reduction.end();
  if (!output.closed) writer!.end();
  return {
    before: { ...reduction.before, ...(await sizeBefore.end()), format: first.format.id },
    after: { ...reduction.after, ...(await sizeAfter.end()), format: format.id },
    notes: first.notes,
  };
}

/** The input, measured as it is read. */
function metered(input: Input, meter: SizeMeter): Input {
  return {
    ...input,
    async *chunks() {
      for await (const chunk of input.chunks()) {
        meter.write(chunk);
        yield chunk;
      }
    },
  };
}

/** Puts the reduced trace in the place of the trace, once it is whole. */
export async function reduceFile(path: string, method: ReductionMethod, plain: boolean): Promise<Reduced> {
  const shorter = `${path}.reduced`;
  const input = await openInput(path);
  const options = { method, accesses: false, sizes: false, plain };
  const reduced = await writing(shorter, (output) =>
    reduce({ input, format: native, problems: undefined }, output, native, options),
  );
  await rename(shorter, path);
  return reduced;
}
