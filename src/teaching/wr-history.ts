// How Sulzmann's W(x) and R(x) evolve (VC_W_R_Races), with the clocks that stand for the accesses in his tables. `asPrinted`: a read removes
// the writes that are ordered before it, as in the text; else they stay, as in the detector hb-frontier. For people: O(threads) per event.

import { Op } from '../trace/operation.ts';
import type { Event, Trace } from '../trace/trace.ts';
import { traceClocks, type VectorClock } from './trace-clocks.ts';

/** An access, and the clock of its thread when it came to it. */
export interface StampedAccess {
  readonly position: number;
  readonly clock: VectorClock;
}

export interface WrStep {
  /** A read, a write or an alloc of the variable. */
  readonly event: Event;
  readonly clock: VectorClock;
  /** The earlier accesses that the event was found to race with, by position. */
  readonly races: readonly number[];
  /** What is in the sets afterwards. */
  readonly writes: readonly StampedAccess[];
  readonly reads: readonly StampedAccess[];
}

/** The accesses to a variable in trace order. */
export function* wrHistory(trace: Trace, variable: number, asPrinted: boolean): Generator<WrStep> {
  let writes: readonly StampedAccess[] = [];
  let reads: readonly StampedAccess[] = [];
  for (const { event, pre: clock } of traceClocks(trace)) {
    const { op, target, position } = event;
    const isAccess = op <= Op.write;
    if (target !== variable || !(isAccess || op === Op.alloc)) continue;
    const concurrent = (set: readonly StampedAccess[]) => set.filter((earlier) => !isBefore(earlier.clock, clock));
    const [otherWrites, otherReads] = [concurrent(writes), concurrent(reads)];
    const racing = op === Op.write ? [...otherWrites, ...otherReads] : op === Op.read ? otherWrites : [];
    const own = [{ position, clock }];
    if (op === Op.alloc) [writes, reads] = [[], []];
    else if (op === Op.write) [writes, reads] = [[...otherWrites, ...own], otherReads];
    else [writes, reads] = [asPrinted ? otherWrites : writes, [...otherReads, ...own]];
    const races = racing.map((earlier) => earlier.position).sort((a, b) => a - b);
    yield { event, clock, races, writes, reads };
  }
}

/** Clocks of different events: one is before the other if it is nowhere later. */
function isBefore(clock: VectorClock, other: VectorClock): boolean {
  return clock.every((time, i) => time <= other[i]!);
}
