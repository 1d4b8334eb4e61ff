// The locks that each thread holds exclusively, as one chain per thread through columns over locks: taking and giving up are
// O(1) in any order, however many are held. Only the lenient checker keeps these; they cost about 6 ns per acquire or release.

import { grown } from '../base/grown.ts';
import type { Bounds } from './symbols.ts';

const NONE = 0xffff_ffff;

export class HeldLocks {
  /** Per thread: the lock that it took last, or NONE. */
  private tops = new Uint32Array(0);
  /** Per held lock: the one that its holder took next, and the one before, or NONE. */
  private above = new Uint32Array(0);
  private below = new Uint32Array(0);

  grow(bounds: Bounds): void {
    const threads = this.tops.length;
    if (bounds.threads > threads) this.tops = grown(this.tops, Math.max(bounds.threads, 2 * threads, 64)).fill(NONE, threads);
    const locks = this.above.length;
    if (bounds.locks > locks) {
      const room = Math.max(bounds.locks, 2 * locks, 64);
      this.above = grown(this.above, room);
      this.below = grown(this.below, room);
    }
  }

  /** The lock that the thread took last of those that it holds, or -1. */
  top(thread: number): number {
    const lock = this.tops[thread]!;
    return lock === NONE ? -1 : lock;
  }

  add(thread: number, lock: number): void {
    const { tops, above, below } = this;
    const next = tops[thread]!;
    above[lock] = NONE;
    below[lock] = next;
    if (next !== NONE) above[next] = lock;
    tops[thread] = lock;
  }

  remove(thread: number, lock: number): void {
    const { tops, above, below } = this;
    const up = above[lock]!;
    const down = below[lock]!;
    if (up === NONE) tops[thread] = down;
    else below[up] = down;
    if (down !== NONE) above[down] = up;
  }
}
