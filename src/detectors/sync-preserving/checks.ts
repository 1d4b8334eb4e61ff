// Replays schedules of a trace by the independent checker, the one that leaves the trace last first: what was replayed of the trace is taken
// back once, and not replayed up to each of them.

import type { Columns } from '../../trace/columns.ts';
import { ScheduleChecker, type Verdict } from '../../witness/check.ts';
import { type Facts, factsOf } from '../../witness/facts.ts';
import { asInTrace, type Schedule, scheduleAt, write } from './schedules.ts';
import type { TraceIndex } from './trace-index.ts';

/** A schedule that is no proof, by its key. */
export interface Refuted {
  readonly key: number;
  readonly step: number;
  readonly reason: string;
}

export class Checks {
  private readonly trace: TraceIndex;
  private readonly columns: Columns;
  /** Made for the first witness: it takes a quarter of the memory, and most traces have no race. */
  private made: Facts | undefined;
  private checker: ScheduleChecker | undefined;
  private scratch = new Uint32Array(0);

  constructor(trace: TraceIndex, facts?: Facts) {
    this.trace = trace;
    this.columns = trace.columns;
    this.made = facts;
  }

  get facts(): Facts {
    this.made ??= factsOf(this.columns);
    return this.made;
  }

  /** The verdict on a schedule, and how many events it has. */
  check(schedule: Schedule): { verdict: Verdict; length: number } {
    if (this.checker === undefined) {
      this.checker = new ScheduleChecker(this.columns, undefined, undefined, this.facts);
      this.scratch = new Uint32Array(this.columns.length);
    }
    const before = asInTrace(this.trace, schedule);
    const length = write(this.trace, schedule, this.scratch, before);
    return { verdict: this.checker.check(this.scratch.subarray(0, length), before), length: before + length };
  }

  /** The first of these schedules that is no proof, or undefined. */
  refuted(kept: Uint32Array, keys: readonly number[]): Refuted | undefined {
    const row = new Uint32Array(this.trace.threads);
    const left = new Map(keys.map((key) => [key, asInTrace(this.trace, scheduleAt(kept, key, row))]));
    for (const key of [...keys].sort((a, b) => left.get(b)! - left.get(a)! || a - b)) {
      const { verdict } = this.check(scheduleAt(kept, key, row));
      if (!verdict.ok) return { key, step: verdict.step, reason: verdict.reason };
    }
    return undefined;
  }
}
