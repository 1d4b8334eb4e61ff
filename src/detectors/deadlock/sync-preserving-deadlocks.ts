// Sync-preserving deadlocks (Tunç, Mathur, Pavlogiannis, Viswanathan 2023): of the acquires that each thread of a pattern has, the first
// ones that all come next after some prefix of every thread in which critical sections keep their order. The least such prefix grows
// with each of the acquires, so that one which it forces to have happened is passed for good: one pass over the acquires.

import { Op } from '../../trace/operation.ts';
import type { Ideals } from '../sync-preserving/ideals.ts';

export class SyncPreservingDeadlocks {
  /** What the last ones that were found need: per thread how many of its events. */
  readonly ideal: Uint32Array;
  /** Ideals that were computed, and how many may be: then the answer is not known. */
  closures = 0;
  most = Number.POSITIVE_INFINITY;
  private readonly ideals: Ideals;

  constructor(ideals: Ideals) {
    this.ideals = ideals;
    this.ideal = new Uint32Array(ideals.stride);
  }

  /** Per thread of a pattern its acquires in order; gives one of each that deadlock, or undefined. */
  find(sequences: readonly Uint32Array[]): number[] | undefined {
    const { ideal, ideals } = this;
    const { index } = ideals.trace;
    const { threads } = ideals.trace.columns;
    const at = sequences.map(() => 0);
    ideal.fill(0);
    while (this.closures < this.most) {
      const events = at.map((n, j) => sequences[j]![n]!);
      for (const e of events) this.include(e);
      ideals.close(ideal);
      this.closures++;
      let passed = false;
      for (const [j, sequence] of sequences.entries()) {
        const done = ideal[threads[events[j]!]!]!;
        if (index[events[j]!]! > done) continue;
        passed = true;
        while (at[j]! < sequence.length && index[sequence[at[j]!]!]! <= done) at[j]!++;
        if (at[j] === sequence.length) return undefined;
      }
      if (!passed) return events;
    }
    return undefined;
  }

  /** All that must be done when the acquire comes next. */
  private include(e: number): void {
    const { ideal, ideals } = this;
    const { columns, index, sources } = ideals.trace;
    ideals.include(ideal, columns.threads[e]!, index[e]! - 1);
    // Who takes its lock back after a wait was notified.
    const notify = columns.ops[e] === Op.acquire ? sources[e]! - 1 : -1;
    if (notify >= 0) ideals.include(ideal, columns.threads[notify]!, index[notify]!);
  }
}
