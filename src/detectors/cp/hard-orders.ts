// What orders by CP without a critical section of a lock: forks and joins, volatiles, barriers, readers and writers of a lock. Each keeps the
// order that it had, as sections with conflicting accesses do by rule (a), which is how Raptor has them; so all that happens before is CP-before.

import type { HappensBefore } from '../../clocks/happens-before.ts';
import { ReaderLocks, type Release } from '../../clocks/reader-locks.ts';
import { Releases } from '../../clocks/releases.ts';
import type { Version } from '../../clocks/versions.ts';
import { BarrierRounds } from '../../trace/barrier-rounds.ts';
import { Op } from '../../trace/operation.ts';

/** Who keeps the order. */
export interface Ordered {
  /** All that happens before thread u's `time`, when it knew `version` of the others, is CP-before thread t. */
  precede(t: number, version: Version, u: number, time: number): void;
  /** True if what thread u did at `time` is known to be CP-before what thread t does next. */
  ordered(u: number, time: number, t: number): boolean;
}

export class HardOrders {
  private readonly hb: HappensBefore;
  private readonly order: Ordered;
  private readonly rounds = new BarrierRounds(() => new Releases(this.hb));
  private readonly readerLocks: ReaderLocks;
  /** Per volatile variable: the writes that a read of it comes after. */
  private readonly volatiles = new Map<number, Releases>();

  constructor(hb: HappensBefore, order: Ordered) {
    this.hb = hb;
    this.order = order;
    this.readerLocks = new ReaderLocks(hb);
  }

  /** Before happens-before takes the event. */
  step(op: number, t: number, target: number): void {
    const { hb, order, readerLocks } = this;
    switch (op) {
      case Op.acquire:
        if (readerLocks.hasReaders) this.comeAfter(t, readerLocks.readersOf(target));
        break;
      case Op.release:
        if (hb.lastRelease(target)?.thread !== t) readerLocks.changeHands(target);
        readerLocks.passReaders(target, t);
        break;
      case Op.acquireShared: {
        const writer = readerLocks.writerBefore(target, t);
        if (writer !== undefined) this.comeAfter(t, [writer]);
        break;
      }
      case Op.releaseShared:
        readerLocks.releaseShared(target, t);
        break;
      case Op.fork:
        order.precede(target, hb.known[t]!, t, hb.times[t]!);
        break;
      case Op.join:
        order.precede(t, hb.known[target]!, target, hb.times[target]!);
        break;
      case Op.volatileRead:
        this.comeAfter(t, this.volatiles.get(target) ?? []);
        break;
      case Op.volatileWrite:
        this.writeVolatile(t, target);
        break;
      case Op.barrierEnter:
        this.rounds.enter(target, t).gathered.add(t);
        break;
      case Op.barrierExit: {
        const round = this.rounds.exit(target, t);
        this.comeAfter(t, round?.gathered ?? []);
        if (round?.inside === 0) round.gathered.clear();
        break;
      }
    }
  }

  private writeVolatile(t: number, variable: number): void {
    const writes = this.volatiles.get(variable) ?? new Releases(this.hb);
    this.volatiles.set(variable, writes);
    if (!this.hb.addsUp) writes.clear();
    // Whoever comes after this one comes after those that it is known to come after.
    for (const { thread, time } of writes) if (this.order.ordered(thread, time, t)) writes.remove(thread);
    writes.add(t);
  }

  /** What a thread itself handed over tells it nothing. */
  private comeAfter(t: number, releases: Iterable<Release>): void {
    for (const { thread, version, time } of releases) if (thread !== t) this.order.precede(t, version, thread, time);
  }
}
