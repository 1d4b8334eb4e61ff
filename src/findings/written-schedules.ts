// Deadlocks of detectors that keep no events come with where their schedules end in each thread; the second reading writes these down.

import type { EventBlock } from '../trace/block.ts';
import type { Deadlock, Outcome } from '../trace/outcome.ts';
import { PrefixSchedule } from '../trace/prefix-schedule.ts';

export class WrittenSchedules {
  private readonly schedules = new Map<Deadlock, PrefixSchedule>();

  constructor(results: readonly Outcome[]) {
    for (const { deadlocks } of results)
      for (const deadlock of deadlocks)
        if (deadlock.below !== undefined) this.schedules.set(deadlock, new PrefixSchedule(deadlock.below));
  }

  block(events: EventBlock): void {
    for (const schedule of this.schedules.values()) schedule.block(events);
  }

  /** A result, with the schedules that were written. */
  with<Result extends Outcome>(result: Result): Result {
    if (this.schedules.size === 0) return result;
    const deadlocks = result.deadlocks.map((deadlock) => ({
      ...deadlock,
      witness: deadlock.witness ?? this.schedules.get(deadlock)?.witness,
    }));
    return { ...result, deadlocks };
  }
}
