// What each thread knows of the others, as far as events that always stay are concerned. A thread's time moves on only when
// something happened or was learnt since it was last told to somebody: a release right after another tells nothing new.
// So whoever knows a thread's time knows all that the thread knew when it told that time, and a repeated telling is seen in O(1).

import { grown } from '../base/grown.ts';
import type { Release } from '../clocks/reader-locks.ts';
import { BOTTOM, type Version, Versions } from '../clocks/versions.ts';
import { BarrierRounds } from '../trace/barrier-rounds.ts';
import type { EventBlock } from '../trace/block.ts';
import { accumulates } from '../trace/memory-model.ts';
import { Op } from '../trace/operation.ts';

export class Knowledge {
  /** Per thread: its time. 0 until something happens to it. */
  times = new Uint32Array(0);
  /** Per thread: 1 if its time was told to somebody, so that what happens next needs a new one. */
  told = new Uint8Array(0);
  /** Per thread: what it knows of the others. */
  private known = new Uint32Array(0);
  private readonly versions = new Versions();
  private readonly rounds = new BarrierRounds<Version>(() => BOTTOM);
  /** Per volatile variable: what a read of it comes after. Where writes add up, those that the last one need not come after are there as well. */
  private readonly volatiles = new Map<number, Release[]>();
  private addsUp = false;
  /** Per lock: what its readers released since the last exclusive release. */
  private readonly readers = new Map<number, Version>();

  grow({ bounds: { threads }, memoryModel }: EventBlock): void {
    this.addsUp = accumulates(memoryModel);
    const before = this.times.length;
    if (threads > before) {
      const size = Math.max(threads, 2 * before, 8);
      this.times = grown(this.times, size);
      this.told = grown(this.told, size).fill(1, before);
      this.known = grown(this.known, size);
    }
    this.versions.grow(threads);
  }

  knows(t: number, u: number, time: number): boolean {
    return t === u || this.versions.time(this.known[t]!, u) >= time;
  }

  /** An event of the thread that stays. The loop over accesses has this inline. */
  happens(t: number): void {
    if (this.told[t] === 0) return;
    this.told[t] = 0;
    this.times[t]!++;
  }

  /** The thread comes to know what thread u told at `time`, when u knew `version`; false if it knew before. */
  learn(t: number, version: Version, u: number, time: number): boolean {
    if (this.knows(t, u, time)) return false;
    this.happens(t);
    this.known[t] = this.versions.absorb(this.known[t]!, version, u, time);
    return true;
  }

  /** Tells what the thread knows: to be kept instead of `old`, together with the thread and its time. */
  tell(t: number, old: Version): Version {
    this.told[t] = 1;
    const known = this.known[t]!;
    if (old === known) return old;
    this.versions.share(known);
    this.versions.drop(old);
    return known;
  }

  /** Takes an event that stays and is neither an access nor on a lock held alone. */
  step(op: number, t: number, target: number): void {
    this.happens(t);
    switch (op) {
      case Op.fork:
        this.learn(target, this.known[t]!, t, this.times[t]!);
        this.told[t] = 1;
        break;
      case Op.join:
        this.learn(t, this.known[target]!, target, this.times[target]!);
        break;
      case Op.volatileRead:
        for (const { version, thread, time } of this.volatiles.get(target) ?? []) this.learn(t, version, thread, time);
        break;
      case Op.volatileWrite:
        this.write(t, target);
        break;
      case Op.releaseShared:
        this.readers.set(target, this.versions.absorb(this.readers.get(target) ?? BOTTOM, this.known[t]!, t, this.times[t]!));
        this.told[t] = 1;
        break;
      case Op.barrierEnter: {
        const round = this.rounds.enter(target, t);
        round.gathered = this.versions.absorb(round.gathered, this.known[t]!, t, this.times[t]!);
        this.told[t] = 1;
        break;
      }
      case Op.barrierExit: {
        const round = this.rounds.exit(target, t);
        if (round === undefined) break;
        this.learnAll(t, round.gathered);
        if (round.inside === 0) this.versions.drop(round.gathered);
        break;
      }
    }
  }

  /** The thread takes a lock alone: it learns what readers of the lock released. */
  learnFromReaders(t: number, lock: number): void {
    const readers = this.readers.get(lock);
    if (readers !== undefined) this.learnAll(t, readers);
  }

  /** A lock is released by one that had learnt from its readers. */
  forgetReaders(lock: number): void {
    this.versions.drop(this.readers.get(lock) ?? BOTTOM);
    this.readers.delete(lock);
  }

  private write(t: number, variable: number): void {
    const kept: Release[] = [];
    for (const write of this.volatiles.get(variable) ?? [])
      if (this.addsUp && !this.knows(t, write.thread, write.time)) kept.push(write);
      else this.versions.drop(write.version);
    kept.push({ version: this.tell(t, BOTTOM), thread: t, time: this.times[t]! });
    this.volatiles.set(variable, kept);
  }

  private learnAll(t: number, version: Version): void {
    this.happens(t);
    this.known[t] = this.versions.absorb(this.known[t]!, version, t, this.times[t]!);
  }
}
