// How FastTrack's shadow of one variable evolves: for `show`, and for people who learn. As fast as FastTrack, plus the accesses.

import { FastTrack, type VariableEpochs } from '../detectors/fasttrack/index.ts';
import type { EventBlock } from '../trace/block.ts';
import { Op } from '../trace/operation.ts';
import { type Event, eventAt, type Trace } from '../trace/trace.ts';

export interface EpochStep {
  /** A read, a write or an alloc of the variable. */
  readonly event: Event;
  /** The rule of the paper that applied; undefined for an alloc. */
  readonly rule: string | undefined;
  /** The earlier accesses that the event was found to race with. */
  readonly races: readonly number[];
  readonly after: VariableEpochs;
}

/** The accesses to a variable in trace order, each with what FastTrack knows afterwards. */
export function* epochHistory(trace: Trace, variable: number): Generator<EpochStep> {
  const races: number[] = [];
  const fasttrack = new FastTrack((first) => races.push(first));
  for (const block of trace.blocks) {
    let from = 0;
    for (let i = 0; i < block.length; i++) {
      if (block.targets[i] !== variable || !(block.ops[i]! <= Op.write || block.ops[i] === Op.alloc)) continue;
      fasttrack.block(part(block, from, i));
      races.length = 0;
      const before = fasttrack.counters();
      fasttrack.block(part(block, i, i + 1));
      const after = fasttrack.counters();
      const rule = Object.keys(after).find((name) => after[name] !== before[name]);
      yield { event: eventAt(trace, block.start + i), rule, races: [...races], after: fasttrack.epochs(variable) };
      from = i + 1;
    }
    fasttrack.block(part(block, from, block.length));
  }
}

function part(block: EventBlock, from: number, to: number): EventBlock {
  return {
    start: block.start + from,
    length: to - from,
    bounds: block.bounds,
    ops: block.ops.subarray(from, to),
    threads: block.threads.subarray(from, to),
    targets: block.targets.subarray(from, to),
    locations: block.locations.subarray(from, to),
    positions: block.positions?.subarray(from, to),
  };
}
