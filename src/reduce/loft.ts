// The method `loft`: a critical section joins the one before it if LOFT's rule calls both its acquire and its release removable:
// the same thread released the lock last, and it did nothing else to any lock since (Cai and Chan, sections 4.2 and 5.3). Of the
// sections that are joined the first acquire and the last release stay (figure 1). One pass, O(1) per event.

import { grown } from '../base/grown.ts';
import type { EventBlock } from '../trace/block.ts';
import { LockDepths } from '../trace/lock-depths.ts';
import { Op } from '../trace/operation.ts';
import type { Bounds } from '../trace/symbols.ts';
import type { Plan } from './plan.ts';
import { Marks } from './plan.ts';

export class LoftPlan implements Plan {
  readonly kept = new Marks();
  readonly keepsNotify = true;
  private readonly depths = new LockDepths();
  /** Per lock: thread + 1 that released it last, 0 if nobody did or readers came since; and the number of that release. */
  private lastThread = new Uint32Array(0);
  private lastRelease = new Uint32Array(0);
  /** Per thread: lock + 1 that it released last, 0 if it learnt something since; and how many it acquired since. */
  private lastLock = new Uint32Array(0);
  private acquired = new Uint32Array(0);
  /** Per thread: 1 + number of its last acquire if that is removable so far. */
  private removable = new Uint32Array(0);
  private count = 0;

  block({ length, ops, threads, targets, bounds }: EventBlock): void {
    this.grow(bounds);
    const { depths } = this;
    for (let i = 0; i < length; i++) {
      const op = ops[i]!;
      if (op <= Op.write) continue;
      const t = threads[i]!;
      const target = targets[i]!;
      switch (op) {
        case Op.acquire:
          if (depths.acquire(target, t)) this.acquire(t, target, this.count);
          this.count++;
          break;
        case Op.release:
          if (depths.release(target)) this.release(t, target, this.count);
          this.count++;
          break;
        case Op.wait:
          depths.wait(target, t);
          this.release(t, target, this.count++);
          break;
        case Op.acquireShared:
        case Op.releaseShared:
          this.lastThread[target] = 0;
          this.lastLock[t] = 0;
          break;
        // Whatever else teaches the thread something: the paper forgets these, and loses order.
        case Op.join:
        case Op.volatileRead:
        case Op.barrierExit:
          this.lastLock[t] = 0;
          break;
      }
    }
  }

  end(): void {}

  private acquire(t: number, lock: number, number: number): void {
    this.kept.set(number);
    this.acquired[t]!++;
    this.removable[t] = this.lastThread[lock] === t + 1 ? number + 1 : 0;
  }

  private release(t: number, lock: number, number: number): void {
    const { kept, removable, lastLock, acquired } = this;
    // One acquire since the thread's last release, and that was of this lock: so it was when it acquired the lock, too.
    if (lastLock[t] === lock + 1 && acquired[t] === 1 && removable[t] !== 0) {
      kept.clear(removable[t]! - 1);
      kept.clear(this.lastRelease[lock]!);
    }
    kept.set(number);
    this.lastThread[lock] = t + 1;
    this.lastRelease[lock] = number;
    lastLock[t] = lock + 1;
    acquired[t] = 0;
  }

  private grow({ threads, locks }: Bounds): void {
    if (threads > this.lastLock.length) {
      const room = Math.max(threads, 2 * this.lastLock.length, 64);
      this.lastLock = grown(this.lastLock, room);
      this.acquired = grown(this.acquired, room);
      this.removable = grown(this.removable, room);
    }
    if (locks > this.lastThread.length) {
      const room = Math.max(locks, 2 * this.lastThread.length, 64);
      this.lastThread = grown(this.lastThread, room);
      this.lastRelease = grown(this.lastRelease, room);
    }
  }
}
