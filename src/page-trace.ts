// The events of a trace that the viewer carries: all of a short one; of a long one those around the findings, as a trace of its own that is whole as
// far as locks go. One reading; memory is that of what is kept.

import { InputError } from './base/error.ts';
import { joinedBytes } from './base/joined-bytes.ts';
import { type Finding, sidesOf } from './findings/finding.ts';
import { changed } from './findings/second-reading.ts';
import type { Format, Metadata } from './formats/format.ts';
import type { Input } from './formats/input.ts';
import { native } from './formats/native/index.ts';
import { readTrace } from './formats/read.ts';
import type { TracePart } from './report/report.ts';
import { BlockBuilder } from './trace/builder.ts';
import type { Position } from './trace/id.ts';
import type { MemoryModel } from './trace/memory-model.ts';
import { operation } from './trace/operation.ts';
import { type KeptEvent, PartCollector } from './trace/part.ts';
import { LenientProblems, strict } from './trace/problems.ts';
import { SymbolCopy } from './trace/symbol-copy.ts';
import type { Symbols } from './trace/symbols.ts';

/** A trace of so many events is carried whole: about half a megabyte. */
const WHOLE = 200_000;
/** Events around each event of a finding, of all threads, and how many there may be in all. */
const BEFORE = 400;
const AFTER = 100;
const MOST = 200_000;

export interface TracePartOptions {
  /** How many events the trace has. */
  readonly events: number;
  readonly format?: Format | undefined;
  readonly memoryModel?: MemoryModel | undefined;
  /** As the analysis read it. */
  readonly lenient?: boolean | undefined;
  /** Carries a trace of so many events whole. */
  readonly whole?: number | undefined;
}

/** Undefined of a trace that cannot be read event by event. */
export async function tracePart(
  input: Input,
  findings: readonly Finding[],
  { events, format, memoryModel, lenient = false, whole = WHOLE }: TracePartOptions,
): Promise<TracePart | undefined> {
  const windows = events <= whole ? [[0, events] as const] : windowsOf(findings);
  const collector = new PartCollector(windows);
  const problems = lenient ? { problems: new LenientProblems(0) } : { problems: strict, check: false };
  try {
    const reading = { format, memoryModel, ...problems, enough: () => collector.done };
    const { symbols, metadata } = await readTrace(input, reading, (block) => collector.block(block));
    const kept = collector.kept();
    if (kept.length < (events <= whole ? events : 0)) throw changed(input.name);
    return written(kept, symbols, metadata, events);
  } catch (error) {
    if (error instanceof InputError && error.code === 'TRACE_TOO_LONG') return undefined;
    throw error;
  }
}

/** Around the events of the strongest findings, as long as there is room: from, and up to but not with. */
function windowsOf(findings: readonly Finding[]): (readonly [Position, Position])[] {
  const windows: (readonly [Position, Position])[] = [];
  let room = MOST;
  for (const finding of findings)
    for (const { index } of sidesOf(finding)) {
      if (room <= 0) return windows;
      windows.push([Math.max(0, index - BEFORE), index + AFTER]);
      room -= BEFORE + AFTER;
    }
  return windows;
}

function written(kept: readonly KeptEvent[], source: Symbols, metadata: Metadata, total: number): TracePart {
  const positions = kept.length === total ? undefined : Uint32Array.from(kept, ({ position }) => position);
  return { bytes: nativeFile(kept, source, metadata), positions, total };
}

/** These events as a trace of their own, with the names that they use. */
export function nativeFile(kept: readonly KeptEvent[], source: Symbols, metadata: Metadata): Uint8Array {
  const chunks: Uint8Array[] = [];
  const copy = new SymbolCopy(source);
  const writer = native.writer({ symbols: copy.symbols, metadata, write: (bytes) => chunks.push(bytes.slice()) });
  const builder = new BlockBuilder(copy.symbols, (block) => writer.block(block));
  for (const { op, thread, target, location } of kept)
    builder.add(op, copy.of('thread', thread), copy.of(operation(op).target, target), copy.of('location', location));
  builder.flush();
  writer.end();
  return joinedBytes(chunks);
}
