// Which locks each thread holds while a trace is read, and where it took them.

import { Op } from '../trace/operation.ts';

/** A lock that a thread holds, and where it was taken. */
export interface Hold {
  /** ~lock for one that is held as a reader only. */
  readonly lock: number;
  readonly location: number;
}

/** How often a lock is held, and where it was taken first. */
interface Count {
  times: number;
  readonly location: number;
}

/** The locks that each thread holds, each once, in the order in which they were taken. */
export class HeldLocks {
  /** Per thread: twice the lock, one more for its readers → how often. A Map keeps the order. */
  private readonly threads: (Map<number, Count> | undefined)[] = [];
  /** Per thread that waits: how often it held the lock. */
  private readonly waiting = new Map<number, number>();

  locks(thread: number): readonly Hold[] {
    const held = this.threads[thread];
    if (held === undefined) return [];
    const holds = new Map<number, Hold>();
    for (const [hold, { location }] of held) {
      const lock = Math.floor(hold / 2);
      if (!holds.has(lock)) holds.set(lock, { lock: held.has(lock * 2) ? lock : ~lock, location });
    }
    return [...holds.values()];
  }

  step(op: number, thread: number, lock: number, location: number): void {
    const hold = lock * 2 + (op === Op.acquireShared || op === Op.releaseShared ? 1 : 0);
    if (op === Op.acquire || op === Op.acquireShared) {
      let held = this.threads[thread];
      if (held === undefined) {
        held = new Map();
        this.threads[thread] = held;
      }
      const before = held.get(hold);
      const times = this.waiting.get(thread) ?? 1;
      if (before === undefined) held.set(hold, { times, location });
      else before.times += times;
      this.waiting.delete(thread);
    } else if (op === Op.release || op === Op.releaseShared) {
      const held = this.threads[thread];
      const before = held?.get(hold);
      if (before !== undefined && before.times > 1) before.times--;
      else held?.delete(hold);
    } else if (op === Op.wait) {
      this.waiting.set(thread, this.threads[thread]?.get(hold)?.times ?? 1);
      this.threads[thread]?.delete(hold);
    }
  }
}
