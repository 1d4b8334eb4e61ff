// What protects the next access of each thread: the locks that it holds. Reader locks protect reads only, so there are two
// sets per thread: a write counts on the locks that are held exclusively, a read on all. O(1) per acquire and release as a rule.

import { grown } from '../base/grown.ts';
import type { EventBlock } from '../trace/block.ts';
import { LockReaders } from '../trace/lock-readers.ts';
import { Op } from '../trace/operation.ts';
import { type Lockset, Locksets } from './locksets.ts';

export class HeldSets {
  readonly locksets = new Locksets();
  /** What a read (2 t) and a write (2 t + 1) of thread t can count on: index 2 t + op. */
  sets = new Uint32Array(0);
  /** Per lock: how often its exclusive holder holds it. */
  private depths = new Uint32Array(0);
  private readonly readers = new LockReaders();
  /** Per thread that waits: how often it will hold the lock again. */
  private readonly waiting = new Map<number, number>();

  /** Makes room for all ids of a block; call it before the block's events. */
  grow({ bounds }: EventBlock): void {
    if (2 * bounds.threads > this.sets.length) this.sets = grown(this.sets, Math.max(2 * bounds.threads, 2 * this.sets.length));
    if (bounds.locks > this.depths.length) this.depths = grown(this.depths, Math.max(bounds.locks, 2 * this.depths.length));
  }

  held(t: number, op: number): Lockset {
    return this.sets[2 * t + op]!;
  }

  /** Takes an event that changes what a thread holds; all others are ignored. */
  step(op: number, t: number, lock: number): void {
    switch (op) {
      case Op.acquire:
        if (++this.depths[lock]! > 1) return;
        if (this.waiting.size > 0) this.takeBack(t, lock);
        this.add(t, lock, this.readers.pairs > 0 && this.readers.depth(lock, t) > 0);
        return;
      case Op.release:
        if (--this.depths[lock]! === 0) this.remove(t, lock);
        return;
      case Op.wait:
        this.waiting.set(t, this.depths[lock]!);
        this.depths[lock] = 0;
        this.remove(t, lock);
        return;
      case Op.acquireShared:
        this.readers.acquire(lock, t);
        if (this.readers.depth(lock, t) === 1 && this.depths[lock] === 0)
          this.sets[2 * t] = this.locksets.add(this.held(t, Op.read), lock);
        return;
      case Op.releaseShared:
        this.readers.release(lock, t);
        if (this.readers.depth(lock, t) === 0 && this.depths[lock] === 0)
          this.sets[2 * t] = this.locksets.remove(this.held(t, Op.read), lock);
        return;
    }
  }

  /** The acquire that ends a wait: the thread holds the lock as often as before. */
  private takeBack(t: number, lock: number): void {
    const depth = this.waiting.get(t);
    if (depth === undefined) return;
    this.depths[lock] = depth;
    this.waiting.delete(t);
  }

  private add(t: number, lock: number, alsoShared: boolean): void {
    const { sets, locksets } = this;
    const reads = sets[2 * t]!;
    const writes = sets[2 * t + 1]!;
    sets[2 * t + 1] = locksets.add(writes, lock);
    if (!alsoShared) sets[2 * t] = reads === writes ? sets[2 * t + 1]! : locksets.add(reads, lock);
  }

  private remove(t: number, lock: number): void {
    const { sets, locksets } = this;
    const reads = sets[2 * t]!;
    const writes = sets[2 * t + 1]!;
    sets[2 * t + 1] = locksets.remove(writes, lock);
    if (this.readers.pairs > 0 && this.readers.depth(lock, t) > 0) return;
    sets[2 * t] = reads === writes ? sets[2 * t + 1]! : locksets.remove(reads, lock);
  }
}
