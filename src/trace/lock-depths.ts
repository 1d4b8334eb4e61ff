// How often each lock is held by its holder, also across waits. For well-formed traces: whose lock it is was checked before.

import { grown } from '../base/grown.ts';

export class LockDepths {
  private depths = new Uint32Array(64);
  /** Waiting thread → the depth that the acquire which ends its wait restores. */
  private readonly waiting = new Map<number, number>();

  isHeld(lock: number): boolean {
    return lock < this.depths.length && this.depths[lock]! > 0;
  }

  /** True if the next release is an inner one. */
  isNested(lock: number): boolean {
    return lock < this.depths.length && this.depths[lock]! > 1;
  }

  /** True if this is the outermost acquire. */
  acquire(lock: number, thread: number): boolean {
    if (lock >= this.depths.length) this.depths = grown(this.depths, Math.max(lock + 1, this.depths.length * 2));
    const depth = this.depths[lock]!;
    if (depth === 0 && this.waiting.size > 0) {
      const before = this.waiting.get(thread);
      if (before !== undefined) {
        this.waiting.delete(thread);
        this.depths[lock] = before;
        return true;
      }
    }
    this.depths[lock] = depth + 1;
    return depth === 0;
  }

  /** True if the lock is free now. */
  release(lock: number): boolean {
    return --this.depths[lock]! === 0;
  }

  wait(lock: number, thread: number): void {
    this.waiting.set(thread, this.depths[lock]!);
    this.depths[lock] = 0;
  }
}
