// Schedulable happens-before (Mathur, Kini & Viswanathan 2018): happens-before, and a read is ordered after the write that it
// reads from, except towards that write itself, with which it may race. Every pair that is unordered then can be scheduled, not
// only the first one of the trace. Flags exactly the accesses that have such a race with an earlier one. O(1) per access while
// ordered, O(threads) per read that learns from its write. 32 bytes per variable, 12 per concurrent access, and the clocks of the
// last writes: variables that a thread writes between two joins share one of 4 bytes per thread.

import type { Position } from '../../trace/id.ts';
import { Op } from '../../trace/operation.ts';
import { UNKNOWN } from '../../trace/outcome.ts';
import { HAPPENS_BEFORE_OPERATIONS } from '../access-analysis.ts';
import type { Detector, RaceSink } from '../detector.ts';
import { EpochAnalysis, OWN, OWN_COUNTS, READ, SETTLED } from '../epoch-analysis.ts';
import { AdaptiveSlots, SharedReads } from '../slots.ts';
import { WriteClocks } from './write-clocks.ts';

/** The detector's own word of the shadow: the clock of the last write. The writer itself and its time are in the slot. */
const CLOCK = OWN;

class Shb extends EpochAnalysis<WriteClocks> {
  private readonly writes = new AdaptiveSlots(this.hb);
  private readonly reads = new SharedReads(this.hb);
  private writeRead = 0;
  private readWrite = 0;
  private writeWrite = 0;
  /** Reads that were not ordered after the write that they read from, and are from then on. */
  private readsFrom = 0;

  constructor(report: RaceSink) {
    super(report, new WriteClocks(), { skipsSameEpoch: false, writesHandOver: true, counts: OWN_COUNTS });
  }

  counters(): Record<string, number> {
    const { writeRead, readWrite, writeWrite, readsFrom } = this;
    return {
      writeRead,
      readWrite,
      writeWrite,
      readsFrom,
      orderedReads: this.counts[SETTLED + Op.read]!,
      orderedWrites: this.counts[SETTLED + Op.write]!,
      ...this.hb.counters(),
    };
  }

  /** A read that is ordered after all writes learns nothing from the last one, and does not come here. */
  protected read(t: number, s: number, position: Position): void {
    const { shadow, hb, writes, reads } = this;
    this.writeRead += this.pair(writes.latestUnordered(shadow, s, t), position);
    const u = writes.lastThread(shadow, s);
    const time = writes.lastTime(shadow, s);
    if (!hb.ordered(u, time, t)) {
      this.readsFrom++;
      hb.learnFromWrite(t, shadow[s + CLOCK]!, u, time);
    }
    reads.put(shadow, s + READ, t, position);
  }

  protected write(t: number, s: number, position: Position): void {
    const { shadow, writes, reads } = this;
    this.writeWrite += this.pair(writes.latestUnordered(shadow, s, t), position);
    this.readWrite += this.pair(reads.latestUnordered(shadow, s + READ, t), position);
    reads.prune(shadow, s + READ, t);
    writes.put(shadow, s, t, position);
    this.handOver(t, s);
  }

  /** A write hands its thread's clock to those who will read it, so that the thread's time goes on. */
  protected override handOver(t: number, s: number): void {
    const { shadow, hb } = this;
    shadow[s + CLOCK] = hb.replace(shadow[s + CLOCK]!, t);
    hb.times[t]!++;
  }

  /** Reports a race with the earlier access, if there is one; 1 if so. */
  private pair(earlier: Position, position: Position): number {
    if (earlier === UNKNOWN) return 0;
    this.report(earlier, position);
    return 1;
  }

  protected forget(s: number): void {
    const { shadow } = this;
    this.writes.forget(shadow, s);
    this.reads.forget(shadow, s + READ);
    this.hb.dropClock(shadow[s + CLOCK]!);
    shadow[s + CLOCK] = 0;
  }
}

export const shb: Detector = {
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
