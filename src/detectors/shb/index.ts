// Schedulable happens-before (Mathur, Kini & Viswanathan 2018): happens-before, and a read is ordered after the write that it
// reads from, except towards that write itself, with which it may race. Every pair that is unordered then can be scheduled, not
// only the first one of the trace. Flags exactly the accesses that have such a race with an earlier one. O(1) per access while
// ordered, O(threads) per read that learns from its write. 16 bytes per variable, in pages of 256 that are touched, 16 per concurrent
// access, and the clocks of the last writes: what a thread writes between two joins has one of 4 bytes per thread, and some that
// nobody needs any more are kept for a while.
//
// The rules are in kernels/happens-before: shb.ts, write-clocks.ts, and what is shared with FastTrack in loop.ts and order.ts.

import { HAPPENS_BEFORE_OPERATIONS } from '../access-analysis.ts';
import type { RaceDetector, RaceSink } from '../detector.ts';
import { type EpochKernel, KernelAnalysis } from '../epoch-kernel.ts';
import { KERNEL } from './kernel-code.ts';

/** As kernels/happens-before/shb.ts counts them. `readsFrom`: reads that were not ordered after the write that they read from, and are from then on. */
const COUNTS = ['writeRead', 'readWrite', 'writeWrite', 'readsFrom', 'orderedReads', 'orderedWrites'] as const;

interface ShbKernel extends EpochKernel {
  liveClocks(): number;
}

class Shb extends KernelAnalysis<ShbKernel> {
  constructor(report: RaceSink) {
    super(KERNEL, { race: (first, second) => report(first, second) });
  }

  counters(): Record<string, number> {
    return { ...this.counted(COUNTS), writeClocks: this.kernel.liveClocks() };
  }
}

export const shb: RaceDetector = {
  finds: 'race',
  id: 'shb',
  title: 'Schedulable happens-before',
  paper: 'Mathur, Kini & Viswanathan, What Happens-After the First Race?, OOPSLA 2018',
  claim: 'observed',
  needs: 'reads-from',
  reports: 'every access that has a schedulable race with an earlier one, with the latest write and the latest read of those',
  cost: 'O(1) per access to an ordered variable, O(threads) per read that learns from its write; memory grows with variables, with threads times distinct last-write clocks at worst',
  operations: HAPPENS_BEFORE_OPERATIONS,
  reentrant: true,
  analysis: (report) => new Shb(report),
};
