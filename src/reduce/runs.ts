// The method `runs`. A run is a maximal row of critical sections of one thread on one lock that no other thread interrupts: its
// first acquire and last release order all that the sections in between do. A run goes altogether if its thread learns nothing
// by it and the next thread knows all that it tells: then no order passes through it. What only one thread uses goes that way.
//
// An acquire that ends a wait stays if the wait does: the thread learns nothing while it waits, so whoever had the lock is news.
// Only the newest run of a lock can still go. One below it stays, because its thread learnt something by it or told something;
// so a lock needs two runs to be remembered, never a stack. One pass, O(threads) for an acquire that brings something new, O(1)
// for all else.

import { grown } from '../base/grown.ts';
import type { EventBlock } from '../trace/block.ts';
import { LockDepths } from '../trace/lock-depths.ts';
import { ACCESS_KINDS, NO_ACCESS, Op } from '../trace/operation.ts';
import { Knowledge } from './knowledge.ts';
import type { Plan } from './plan.ts';
import { Marks } from './plan.ts';

/** What is remembered of a lock. */
const WORDS = 8;
/** Thread + 1 of the newest run, 0 if there is none. */
const THREAD = 0;
const FLAGS = 1;
/** Numbers of the run's first acquire and of its last release so far (of the acquire, before the first release). */
const OPENED = 2;
const CLOSED = 3;
/** What the last release told: a version, and the thread's time. */
const VERSION = 4;
const TIME = 5;
/** Below a run that may still go: thread + 1 of the run before it, and the number of that one's last release. */
const BELOW = 6;
const BELOW_CLOSED = 7;

/** The newest run taught its thread nothing: it goes if the next thread learns nothing from it either. */
const MAY_GO = 1;
/** No later section may join the newest run: somebody read under the lock since. */
const SEALED = 2;
/** The lock was taken by readers: from then on no run goes. */
const SHARED = 4;

export class RunsPlan implements Plan {
  readonly kept = new Marks();
  readonly keepsNotify = false;
  private readonly knowledge = new Knowledge();
  private readonly depths = new LockDepths();
  private locks = new Uint32Array(0);
  /** Acquires, releases and waits so far. */
  private count = 0;

  block(block: EventBlock): void {
    const { knowledge, depths } = this;
    const { length, ops, threads, targets, bounds } = block;
    knowledge.grow(block);
    if (bounds.locks * WORDS > this.locks.length)
      this.locks = grown(this.locks, Math.max(bounds.locks * WORDS, 2 * this.locks.length));
    const { told, times } = knowledge;
    for (let i = 0; i < length; i++) {
      const op = ops[i]!;
      const t = threads[i]!;
      if (ACCESS_KINDS[op] !== NO_ACCESS) {
        if (told[t] !== 0) {
          told[t] = 0;
          times[t]!++;
        }
        if (op <= Op.write) continue;
      }
      const target = targets[i]!;
      switch (op) {
        case Op.acquire:
          if (depths.acquire(target, t)) this.acquire(t, target * WORDS, target, this.count);
          this.count++;
          break;
        case Op.release:
          if (depths.release(target)) this.release(t, target * WORDS, target, this.count);
          this.count++;
          break;
        case Op.wait:
          depths.wait(target, t);
          this.release(t, target * WORDS, target, this.count++);
          break;
        case Op.acquireShared:
          this.acquireShared(t, target * WORDS);
          break;
        case Op.releaseShared:
          knowledge.step(op, t, target);
          this.share(target * WORDS);
          break;
        case Op.relaxedRead:
        case Op.relaxedWrite:
        case Op.notify:
        case Op.begin:
        case Op.end:
        case Op.request:
        case Op.requestJoin:
        case Op.try:
        case Op.stuck:
          break;
        default:
          knowledge.step(op, t, target);
      }
    }
  }

  end(): void {
    for (let place = 0; place < this.locks.length; place += WORDS)
      if ((this.locks[place + FLAGS]! & MAY_GO) !== 0) this.dropNewest(place);
  }

  private acquire(t: number, place: number, lock: number, number: number): void {
    const { locks, knowledge, kept } = this;
    const flags = locks[place + FLAGS]!;
    const newest = locks[place + THREAD]!;
    if (newest === t + 1 && (flags & SEALED) === 0) {
      kept.clear(locks[place + CLOSED]!);
      return;
    }
    const learnt = newest !== 0 && knowledge.learn(t, locks[place + VERSION]!, newest - 1, locks[place + TIME]!);
    let below = 0;
    let belowClosed = 0;
    if (!learnt && (flags & MAY_GO) !== 0) {
      this.dropNewest(place);
      below = locks[place + BELOW]!;
      belowClosed = locks[place + BELOW_CLOSED]!;
      if (below === t + 1) {
        this.continueBelow(t, place);
        return;
      }
    } else if (newest !== 0 && (flags & SEALED) === 0) {
      below = newest;
      belowClosed = locks[place + CLOSED]!;
    }
    if ((flags & SHARED) !== 0) knowledge.learnFromReaders(t, lock);
    const stays = learnt || (flags & SHARED) !== 0;
    locks[place + THREAD] = t + 1;
    locks[place + FLAGS] = (flags & SHARED) | (stays ? 0 : MAY_GO);
    locks[place + OPENED] = number;
    locks[place + CLOSED] = number;
    locks[place + BELOW] = below;
    locks[place + BELOW_CLOSED] = belowClosed;
    kept.set(number);
  }

  /** The run above has gone: the one below is this thread's and goes on. */
  private continueBelow(t: number, place: number): void {
    const { locks, kept } = this;
    kept.clear(locks[place + BELOW_CLOSED]!);
    locks[place + THREAD] = t + 1;
    locks[place + FLAGS] = 0;
  }

  private release(t: number, place: number, lock: number, number: number): void {
    const { locks, knowledge } = this;
    locks[place + CLOSED] = number;
    locks[place + TIME] = knowledge.times[t]!;
    locks[place + VERSION] = knowledge.tell(t, locks[place + VERSION]!);
    this.kept.set(number);
    const flags = locks[place + FLAGS]!;
    if ((flags & SHARED) === 0) return;
    // Only the holder itself can have read since it took the lock.
    locks[place + FLAGS] = flags & ~SEALED;
    knowledge.forgetReaders(lock);
  }

  private acquireShared(t: number, place: number): void {
    const { locks, knowledge } = this;
    knowledge.happens(t);
    const newest = locks[place + THREAD]!;
    if (newest !== 0) knowledge.learn(t, locks[place + VERSION]!, newest - 1, locks[place + TIME]!);
    this.share(place);
  }

  /** Somebody reads under the lock: the newest run stays, and so do all that follow. */
  private share(place: number): void {
    this.locks[place + FLAGS] = SHARED | SEALED;
  }

  private dropNewest(place: number): void {
    this.kept.clear(this.locks[place + OPENED]!);
    this.kept.clear(this.locks[place + CLOSED]!);
  }
}
