// The weak-causally-precedes order, event by event. Per thread three clocks: what happens before it (H), what weakly precedes it
// (P, closed under H on both sides), and what every schedule must keep before it (K: forks, joins, barriers, volatiles).
// One queue per lock serves all threads: whoever releases the lock knows at least what its last releaser knew.

import { grown } from '../../base/grown.ts';
import { HappensBefore } from '../../clocks/happens-before.ts';
import { ReaderLocks, type Release } from '../../clocks/reader-locks.ts';
import { BOTTOM, type Version, type Versions } from '../../clocks/versions.ts';
import { BarrierRounds } from '../../trace/barrier-rounds.ts';
import type { EventBlock } from '../../trace/block.ts';
import { Op } from '../../trace/operation.ts';
import { CriticalSections, NONE, SectionQueue } from './critical-sections.ts';
import { Touched } from './touched.ts';

/** What is handed over at a volatile variable or by a round of a barrier. */
interface Handed {
  weak: Version;
  hard: Version;
}

export class WeakOrder {
  readonly hb = new HappensBefore();
  /** Per thread: P and K. */
  weak = new Uint32Array(0);
  hard = new Uint32Array(0);
  /** Per thread: its open critical sections. */
  readonly held: number[][] = [];
  private readonly versions: Versions = this.hb.versions;
  private readonly sections = new CriticalSections(this.versions);
  private readonly touched = new Touched(this.sections);
  /** Per lock: P of the last release, who did it, and the sections that are not ordered before it. */
  private weakOfLock = new Uint32Array(0);
  private releaser = new Uint32Array(0);
  private readonly queues: SectionQueue[] = [];
  private readonly readerLocks = new ReaderLocks(this.hb);
  private readonly volatiles = new Map<number, Handed>();
  private readonly rounds = new BarrierRounds<Handed>(() => ({ weak: BOTTOM, hard: BOTTOM }));
  private ruleA = 0;
  private ruleB = 0;
  private longestQueue = 0;

  grow(block: EventBlock): void {
    this.hb.grow(block);
    const { threads, locks } = block.bounds;
    if (threads > this.weak.length) {
      this.weak = grown(this.weak, Math.max(threads, 2 * this.weak.length));
      this.hard = grown(this.hard, this.weak.length);
    }
    while (this.held.length < threads) this.held.push([]);
    if (locks > this.weakOfLock.length) {
      this.weakOfLock = grown(this.weakOfLock, Math.max(locks, 2 * this.weakOfLock.length));
      this.releaser = grown(this.releaser, this.weakOfLock.length);
    }
  }

  /** True if what thread u did at `time` is ordered before what thread t does next. */
  ordered(u: number, time: number, t: number): boolean {
    return t === u || this.versions.time(this.weak[t]!, u) >= time || this.versions.time(this.hard[t]!, u) >= time;
  }

  counters(): Record<string, number> {
    return { ruleA: this.ruleA, ruleB: this.ruleB, longestQueue: this.longestQueue };
  }

  /** Rule (a), before an access of thread t under locks: kind 0 reads, 1 writes. */
  access(t: number, variable: number, kind: number): void {
    const { sections, touched } = this;
    const held = this.held[t]!;
    for (let i = 0; i < held.length; i++) {
      const s = held[i]!;
      const row = touched.row(sections.locks[s]!, variable);
      if (this.follow(t, touched.other(row, 1, t))) this.ruleA++;
      if (kind === 1 && this.follow(t, touched.other(row, 0, t))) this.ruleA++;
      touched.mark(row, kind, s);
    }
  }

  step(op: number, t: number, target: number): void {
    const { hb } = this;
    switch (op) {
      case Op.acquire:
        if (this.releaser[target] !== t + 1) this.weak[t] = this.joined(this.weak[t]!, this.weakOfLock[target]!);
        if (this.readerLocks.hasReaders) for (const reader of this.readerLocks.readersOf(target)) this.comeAfter(t, reader);
        this.held[t]!.push(this.sections.open(t, target, hb.times[t]!));
        break;
      case Op.release:
        this.release(t, target);
        break;
      case Op.acquireShared:
        this.comeAfter(t, this.readerLocks.writerBefore(target, t));
        break;
      case Op.releaseShared:
        this.readerLocks.releaseShared(target, t);
        break;
      case Op.fork:
        this.weak[target] = this.joined(this.weak[target]!, this.weak[t]!);
        this.hard[target] = this.versions.absorb(this.hard[target]!, this.hard[t]!, t, hb.times[t]!);
        break;
      case Op.join:
        this.weak[t] = this.joined(this.weak[t]!, this.weak[target]!);
        this.hard[t] = this.versions.absorb(this.hard[t]!, this.hard[target]!, target, hb.times[target]!);
        break;
      case Op.volatileRead:
        this.take(t, this.volatiles.get(target));
        break;
      case Op.volatileWrite: {
        const old = this.volatiles.get(target);
        this.volatiles.set(target, this.give(t, (hb.addsUp && old) || { weak: BOTTOM, hard: BOTTOM }));
        if (!hb.addsUp) this.discard(old);
        break;
      }
      case Op.barrierEnter:
        this.give(t, this.rounds.enter(target, t).gathered);
        break;
      case Op.barrierExit: {
        const round = this.rounds.exit(target, t);
        this.take(t, round?.gathered);
        if (round?.inside === 0) this.discard(round.gathered);
        break;
      }
    }
    hb.step(op, t, target);
  }

  private release(t: number, lock: number): void {
    const { sections, versions, hb } = this;
    const held = this.held[t]!;
    const at = held.findLastIndex((s) => sections.locks[s] === lock);
    if (at < 0) return;
    const [s] = held.splice(at, 1) as [number];
    this.queues[lock] ??= new SectionQueue();
    const queue = this.queues[lock]!;
    // Rule (b), oldest first: what is ordered before this release brings more, and may bring the next.
    while (queue.size > 0) {
      const q = queue.front;
      if (versions.time(this.weak[t]!, sections.threads[q]!) < sections.acquires[q]!) break;
      if (this.follow(t, q)) this.ruleB++;
      sections.drop(queue.shift());
    }
    sections.close(s, hb.times[t]!, hb.known[t]!);
    queue.push(s);
    if (queue.size > this.longestQueue) this.longestQueue = queue.size;
    const old = this.weakOfLock[lock]!;
    this.weakOfLock[lock] = versions.share(this.weak[t]!);
    versions.drop(old);
    if (this.releaser[lock] !== t + 1) this.readerLocks.changeHands(lock);
    this.readerLocks.passReaders(lock, t);
    this.releaser[lock] = t + 1;
  }

  /** Readers and writers of a lock keep the order that they had: all that happens before the release weakly precedes thread t. */
  private comeAfter(t: number, release: Release | undefined): void {
    if (release === undefined || release.thread === t) return;
    const { thread, time, version } = release;
    if (this.versions.time(this.weak[t]!, thread) >= time) return;
    this.weak[t] = this.versions.absorb(this.weak[t]!, version, thread, time);
  }

  /** All that happens before the release of section s now weakly precedes thread t. False if it did before. */
  private follow(t: number, s: number): boolean {
    if (s === NONE) return false;
    const { sections, versions } = this;
    const u = sections.threads[s]!;
    const time = sections.releases[s]!;
    if (versions.time(this.weak[t]!, u) >= time) return false;
    this.weak[t] = versions.absorb(this.weak[t]!, sections.versions[s]!, u, time);
    return true;
  }

  private give(t: number, to: Handed): Handed {
    to.weak = this.joined(to.weak, this.weak[t]!);
    to.hard = this.versions.absorb(to.hard, this.hard[t]!, t, this.hb.times[t]!);
    return to;
  }

  private take(t: number, from: Handed | undefined): void {
    if (from === undefined) return;
    this.weak[t] = this.joined(this.weak[t]!, from.weak);
    this.hard[t] = this.joined(this.hard[t]!, from.hard);
  }

  private discard(handed: Handed | undefined): void {
    if (handed === undefined) return;
    this.versions.drop(handed.weak);
    this.versions.drop(handed.hard);
  }

  /** v ⊔ w. Consumes the caller's share of v and leaves w alone. */
  private joined(v: Version, w: Version): Version {
    const { versions } = this;
    if (v === w || w === BOTTOM) return v;
    if (v === BOTTOM) return versions.share(w);
    return versions.absorb(v, w, 0, Math.max(versions.time(v, 0), versions.time(w, 0)));
  }
}
