// A schedule that has the first events of every thread, in the order of the trace: written while the trace goes by, from where each thread
// ends. So a detector that keeps no events can say what its schedule is, and a second reading writes it down.

import type { EventBlock } from './block.ts';
import { RunCollector, Witness } from './witness.ts';

/** Runs of consecutive events that one schedule may have: where threads take turns all the time, it is as long as the trace. */
const MOST_RUNS = 1 << 20;

export class PrefixSchedule {
  /** Per thread: the schedule has its events before this position. */
  private readonly below: Uint32Array;
  private readonly end: number;
  private readonly runs = new RunCollector();

  constructor(below: Uint32Array) {
    this.below = below;
    this.end = below.reduce((last, position) => Math.max(last, position), 0);
  }

  block({ threads, start, length }: EventBlock): void {
    const { below, runs } = this;
    const end = Math.min(length, this.end - start);
    for (let i = 0, from = 0; i < end; i = from) {
      while (i < end && start + i >= (below[threads[i]!] ?? 0)) i++;
      for (from = i; from < end && start + from < (below[threads[from]!] ?? 0); ) from++;
      if (from > i && runs.count <= MOST_RUNS) runs.add(start + i, start + from - 1);
    }
  }

  /** Undefined if it is too long to be written. */
  get witness(): Witness | undefined {
    return this.runs.count > MOST_RUNS ? undefined : Witness.ofRuns(this.runs.collected());
  }
}
