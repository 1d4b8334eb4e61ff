// The happens-before order of a trace, event by event, for every detector that works on it: detectors look at accesses,
// this class at all else. What LOFT and tree clocks teach is one test: an acquire whose releaser is already known to the
// acquirer, at that time or later, brings nothing new and costs O(1); so does one by the last releaser itself.

import { grown } from '../base/grown.ts';
import { BarrierRounds } from '../trace/barrier-rounds.ts';
import type { EventBlock } from '../trace/block.ts';
import { accumulates } from '../trace/memory-model.ts';
import { Op } from '../trace/operation.ts';
import type { Release } from './reader-locks.ts';
import { BOTTOM, type Version, Versions } from './versions.ts';

/** The operations that `HappensBefore.step` takes; those that order nothing it ignores. All but accesses and `alloc`. */
export const SYNCHRONISATION: readonly Op[] = Object.values(Op).filter((op) => op > Op.write && op !== Op.alloc);

/**
 * What was handed over at a lock or a volatile variable, four words each: the clock of the last release is
 * version ⊔ {thread: time}, time 0 if there was none; and how often the holder holds the lock (inner acquires order nothing).
 */
const WORDS = 4;
const VERSION = 0;
const THREAD = 1;
const TIME = 2;
const DEPTH = 3;

/** A time above all that anybody knows, and what a thread knows of itself: everything. */
export const NEVER = 0x7fff_ffff;
const ITSELF = NEVER - 1;

export class HappensBefore {
  /**
   * Per thread: its own time. It starts at 1 and grows after every event that hands the thread's clock to others, and nowhere
   * else. What a thread knows of the others is in its version, whose entry for the thread itself is ITSELF.
   */
  times = new Uint32Array(0);
  /**
   * Per thread: the version of what it knows of the others. Those who build an order of their own on this one look into versions; of
   * the others only the loop of epoch-analysis.ts does: arena[known[t] * stride + u] >= time, for at most FLAT threads, is `ordered`
   * without a call, or false where nothing was learnt yet.
   */
  known = new Uint32Array(0);
  readonly versions = new Versions();
  private locks = new Uint32Array(0);
  private volatiles = new Uint32Array(0);
  /**
   * Per volatile variable where writes add up: the writes before the last one that it need not come after, no two of them ordered. Whoever
   * knows one knows all that it came after, so that to read is to look at each.
   */
  private readonly others = new Map<number, Release[]>();
  /** Whether they do. */
  addsUp = false;
  /** Per lock that has readers: what they released since the last exclusive release. */
  private readonly readers = new Map<number, Version>();
  private readonly rounds = new BarrierRounds<Version>(() => BOTTOM);
  /** Per thread that waits: how often it will hold the lock again. */
  private readonly waiting = new Map<number, number>();
  /** Acquires by the last releaser, acquires that brought nothing new, and joins, which cost a pass over the threads. */
  private ownLast = 0;
  private alreadyKnown = 0;
  private joins = 0;

  /** Makes room for all ids of a block; call it before the block's events. `addsUp`: for those who want another order than the model's. */
  grow({ bounds, memoryModel }: EventBlock, addsUp: boolean = accumulates(memoryModel)): void {
    this.addsUp = addsUp;
    if (bounds.threads > this.times.length) {
      const before = this.times.length;
      const size = Math.max(bounds.threads, before * 2, 8);
      this.times = grown(this.times, size).fill(1, before);
      this.known = grown(this.known, size);
    }
    this.versions.grow(bounds.threads);
    this.locks = withRoom(this.locks, bounds.locks);
  }

  /** The time of thread u that thread t knows of: everything of u up to then is ordered before what t does next. */
  time(t: number, u: number): number {
    return t === u ? this.times[t]! : this.versions.time(this.known[t]!, u);
  }

  /** True if what thread u did at `time` is ordered before what thread t does next. */
  ordered(u: number, time: number, t: number): boolean {
    return t === u || this.versions.time(this.known[t]!, u) >= time;
  }

  /** The last exclusive release of a lock, or undefined if there was none. Its version stays the lock's. */
  lastRelease(lock: number): Release | undefined {
    const place = lock * WORDS;
    const time = this.locks[place + TIME]!;
    return time === 0 ? undefined : { thread: this.locks[place + THREAD]!, time, version: this.locks[place + VERSION]! };
  }

  counters(): Record<string, number> {
    return { acquiresOfOwn: this.ownLast, acquiresOfKnown: this.alreadyKnown, joins: this.joins };
  }

  /** Takes one event of a thread that is not an access. */
  step(op: number, t: number, target: number): void {
    switch (op) {
      case Op.acquire:
        this.acquire(t, target);
        break;
      case Op.release:
        if (--this.locks[target * WORDS + DEPTH]! === 0) this.release(t, target);
        break;
      case Op.fork:
        this.learn(target, this.known[t]!, t, this.times[t]!);
        this.times[t]!++;
        break;
      case Op.join:
        this.learnIfNew(t, this.known[target]!, target, this.times[target]!);
        break;
      case Op.volatileRead:
        this.volatiles = withRoom(this.volatiles, target + 1);
        this.takeOver(t, this.volatiles, target * WORDS);
        if (this.others.size > 0) this.takeOverOthers(t, target);
        break;
      case Op.volatileWrite:
        this.volatiles = withRoom(this.volatiles, target + 1);
        if (this.addsUp) this.keepUnknown(t, target);
        this.handOver(t, this.volatiles, target * WORDS);
        break;
      case Op.acquireShared:
        this.takeOver(t, this.locks, target * WORDS);
        break;
      case Op.releaseShared:
        this.readers.set(target, this.versions.absorb(this.readers.get(target) ?? BOTTOM, this.known[t]!, t, this.times[t]!));
        this.times[t]!++;
        break;
      case Op.wait:
        this.waiting.set(t, this.locks[target * WORDS + DEPTH]!);
        this.locks[target * WORDS + DEPTH] = 0;
        this.release(t, target);
        break;
      case Op.barrierEnter:
        this.arrive(t, target);
        break;
      case Op.barrierExit:
        this.leave(t, target);
        break;
    }
  }

  private acquire(t: number, lock: number): void {
    const place = lock * WORDS;
    if (++this.locks[place + DEPTH]! > 1) return;
    this.takeOver(t, this.locks, place);
    if (this.waiting.size > 0) this.takeBack(t, place);
    if (this.readers.size > 0) {
      const readers = this.readers.get(lock);
      if (readers !== undefined) this.learn(t, readers, t, this.times[t]!);
    }
  }

  /** The acquire that ends a wait: the thread holds the lock as often as before. */
  private takeBack(t: number, place: number): void {
    const depth = this.waiting.get(t);
    if (depth === undefined) return;
    this.locks[place + DEPTH] = depth;
    this.waiting.delete(t);
  }

  private release(t: number, lock: number): void {
    this.handOver(t, this.locks, lock * WORDS);
    if (this.readers.size === 0) return;
    // The releaser had learnt all that the readers released when it acquired.
    this.versions.drop(this.readers.get(lock) ?? BOTTOM);
    this.readers.delete(lock);
  }

  private arrive(t: number, barrier: number): void {
    const round = this.rounds.enter(barrier, t);
    round.gathered = this.versions.absorb(round.gathered, this.known[t]!, t, this.times[t]!);
    this.times[t]!++;
  }

  private leave(t: number, barrier: number): void {
    const round = this.rounds.exit(barrier, t);
    if (round === undefined) return;
    this.learn(t, round.gathered, t, this.times[t]!);
    if (round.inside === 0) this.versions.drop(round.gathered);
  }

  /** Thread t comes to know what was last released at a place. */
  private takeOver(t: number, places: Uint32Array, place: number): void {
    const time = places[place + TIME]!;
    if (time === 0) return;
    const u = places[place + THREAD]!;
    if (u === t) this.ownLast++;
    else this.learnIfNew(t, places[place + VERSION]!, u, time);
  }

  /** What thread t knows and did up to now is released at a place, instead of what was released there before. */
  private handOver(t: number, places: Uint32Array, place: number): void {
    const old = places[place + VERSION]!;
    const known = this.known[t]!;
    if (old !== known) {
      places[place + VERSION] = this.versions.share(known);
      this.versions.drop(old);
    }
    places[place + THREAD] = t;
    places[place + TIME] = this.times[t]!;
    this.times[t]!++;
  }

  private takeOverOthers(t: number, variable: number): void {
    for (const { version, thread, time } of this.others.get(variable) ?? [])
      if (thread === t) this.ownLast++;
      else this.learnIfNew(t, version, thread, time);
  }

  /** Before thread t writes a volatile variable: what it does not know of those written there before goes on to be handed over. */
  private keepUnknown(t: number, variable: number): void {
    const { volatiles, versions } = this;
    const place = variable * WORDS;
    const [thread, time] = [volatiles[place + THREAD]!, volatiles[place + TIME]!];
    const before = this.others.get(variable) ?? [];
    const isNews = time !== 0 && !this.ordered(thread, time, t);
    if (!isNews && before.length === 0) return;
    const kept = before.filter((write) => !this.ordered(write.thread, write.time, t));
    for (const write of before) if (!kept.includes(write)) versions.drop(write.version);
    if (isNews) kept.push({ thread, time, version: versions.share(volatiles[place + VERSION]!) });
    if (kept.length === 0) this.others.delete(variable);
    else this.others.set(variable, kept);
  }

  private learnIfNew(t: number, version: Version, u: number, time: number): void {
    if (this.ordered(u, time, t)) this.alreadyKnown++;
    else this.learn(t, version, u, time);
  }

  /** Thread t comes to know what thread u did up to `time`, when u knew `version` of the others. One pass over the threads. */
  learn(t: number, version: Version, u: number, time: number): void {
    this.joins++;
    const known = this.versions.absorb(this.known[t]!, version, u, time);
    this.versions.set(known, t, ITSELF);
    this.known[t] = known;
  }
}

function withRoom(places: Uint32Array<ArrayBuffer>, count: number): Uint32Array<ArrayBuffer> {
  return count * WORDS <= places.length ? places : grown(places, Math.max(count * WORDS, places.length * 2));
}
