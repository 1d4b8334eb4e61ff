// Blocks that are meant to be atomic, put into traces that have none.

import { BlockBuilder } from '../src/trace/builder.ts';
import { Op } from '../src/trace/operation.ts';
import { events, type Trace, TraceCollector } from '../src/trace/trace.ts';

/** Events of a long block. */
const LONG = 40;

export function hasBlocks({ blocks }: Trace): boolean {
  return blocks.some(({ ops, length }) => ops.subarray(0, length).includes(Op.begin));
}

/** A block round each outermost critical section; a wait gives the lock back, so it ends one. */
export function inSections(trace: Trace): Trace {
  const depths = new Map<number, number>();
  return withBlocks(trace, (op, thread) => {
    const depth = depths.get(thread) ?? 0;
    const isAcquire = op === Op.acquire;
    const isRelease = op === Op.release || op === Op.wait;
    if (isAcquire) depths.set(thread, depth + 1);
    if (isRelease) depths.set(thread, depth - 1);
    return { begins: isAcquire && depth === 0, ends: isRelease && depth === 1 };
  });
}

/** Each thread in blocks of many events, one after the other. */
export function inRows(trace: Trace): Trace {
  const counts = new Map<number, number>();
  return withBlocks(trace, (_, thread) => {
    const count = counts.get(thread) ?? 0;
    counts.set(thread, count + 1);
    return { begins: count % LONG === 0, ends: count % LONG === LONG - 1 };
  });
}

function withBlocks(trace: Trace, at: (op: number, thread: number) => { begins: boolean; ends: boolean }): Trace {
  const collector = new TraceCollector(trace.symbols);
  const region = trace.symbols.locations.internName('block');
  const builder = new BlockBuilder(trace.symbols, (block) => collector.block(block));
  for (const { op, thread, target, location } of events(trace)) {
    const { begins, ends } = at(op, thread);
    if (begins) builder.add(Op.begin, thread, region, location);
    builder.add(op as Op, thread, target, location);
    if (ends) builder.add(Op.end, thread, region, location);
  }
  builder.flush();
  return collector.trace();
}
