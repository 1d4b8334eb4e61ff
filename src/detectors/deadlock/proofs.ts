// Schedules of deadlocks, and of blocks that are cut, as witnesses, each replayed by the independent checker before anybody sees it. There
// are few: one for each pattern and places in the code.

import type { Meter } from '../../base/meter.ts';
import type { Columns } from '../../trace/columns.ts';
import { RunCollector, Witness } from '../../trace/witness.ts';
import { ScheduleChecker } from '../../witness/check.ts';
import { asInTrace, type Schedule, write } from '../sync-preserving/schedules.ts';
import type { TraceIndex } from '../sync-preserving/trace-index.ts';

/** Whether the checker takes the first `before` events of the trace and the rest for a proof. */
export type Check = (checker: ScheduleChecker, rest: Uint32Array, before: number) => boolean;

/** What a finding costs in bytes beside the runs of its witness. */
const LOGGED = 512;

/** Events that are replayed in the time of one step of a search. */
const EVENTS_PER_STEP = 8;

export class Proofs {
  checked = 0;
  /** What the checks took, in steps of a search. */
  steps = 0;
  /** Up to where the last schedule was as the trace. */
  private kept = 0;
  private readonly trace: TraceIndex;
  private readonly meter: Meter;
  /** Made for the first witness: most traces have none. */
  private checker: ScheduleChecker | undefined;
  private scratch = new Uint32Array(0);

  constructor(trace: TraceIndex, meter: Meter) {
    this.trace = trace;
    this.meter = meter;
  }

  /** The witness that the schedule is, if the checker accepts it and there is memory for it. */
  prove(schedule: Schedule, isProof: Check): Witness | 'refused' | 'no memory' {
    const { trace, meter } = this;
    this.checked++;
    this.checker ??= this.begin(trace.columns);
    const before = asInTrace(trace, schedule);
    const rest = this.scratch.subarray(0, write(trace, schedule, this.scratch, before));
    // The checker goes on from where this schedule and the last one are alike.
    this.steps += Math.ceil((rest.length + Math.abs(before - this.kept)) / EVENTS_PER_STEP);
    this.kept = before;
    if (!isProof(this.checker, rest, before)) return 'refused';
    const runs = new RunCollector();
    if (before > 0) runs.add(0, before - 1);
    for (const e of rest) runs.add(e, e);
    const collected = runs.collected();
    return meter.take(LOGGED + collected.byteLength) ? Witness.ofRuns(collected) : 'no memory';
  }

  /** The schedule that has the events of an ideal in the order of the trace. */
  inTraceOrder(ideal: Uint32Array): Schedule {
    const { threadStart, threadEvents } = this.trace;
    let end = 0;
    for (let t = 0; t < ideal.length; t++)
      if (ideal[t]! > 0) end = Math.max(end, threadEvents[threadStart[t]! + ideal[t]! - 1]! + 1);
    return { base: ideal, end, tail: [] };
  }

  private begin(columns: Columns): ScheduleChecker {
    this.scratch = new Uint32Array(columns.length);
    return new ScheduleChecker(columns);
  }
}
