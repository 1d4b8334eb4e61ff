// Which locks each thread holds while a trace is read, and where it took them.

import { Op } from '../trace/operation.ts';

/** A lock that a thread holds, and where it was taken. */
export interface Hold {
  /** ~lock for one that is held as a reader only. */
  readonly lock: number;
  readonly location: number;
}

/** A lock in a thread's hands: how often, and where it was taken first. */
interface Grip {
  /** Twice the lock, one more for its readers. */
  readonly key: number;
  times: number;
  readonly location: number;
}

/** A thread holds few locks at a time: looking for one in a list takes a quarter of the time of a Map for each thread. */
class Hands {
  /** In the order in which they were taken. */
  readonly grips: Grip[] = [];
  /** While it waits: how often it held the lock. */
  private awaited = 0;

  take(key: number, location: number): void {
    const at = this.find(key);
    const times = this.awaited || 1;
    this.awaited = 0;
    if (at < 0) this.grips.push({ key, times, location });
    else this.grips[at]!.times += times;
  }

  giveBack(key: number): void {
    const at = this.find(key);
    if (at < 0) return;
    if (this.grips[at]!.times > 1) this.grips[at]!.times--;
    else this.grips.splice(at, 1);
  }

  wait(key: number): void {
    const at = this.find(key);
    this.awaited = this.grips[at]?.times ?? 1;
    if (at >= 0) this.grips.splice(at, 1);
  }

  holds(key: number): boolean {
    return this.find(key) >= 0;
  }

  private find(key: number): number {
    const { grips } = this;
    let at = grips.length - 1;
    while (at >= 0 && grips[at]!.key !== key) at--;
    return at;
  }
}

const NONE: readonly Hold[] = [];

/** The locks that each thread holds, each once, in the order in which they were taken. */
export class HeldLocks {
  private readonly threads: (Hands | undefined)[] = [];

  locks(thread: number): readonly Hold[] {
    const hands = this.threads[thread];
    if (hands === undefined || hands.grips.length === 0) return NONE;
    const holds: Hold[] = [];
    for (const { key, location } of hands.grips) {
      const lock = Math.floor(key / 2);
      if (holds.some((hold) => hold.lock === lock || hold.lock === ~lock)) continue;
      holds.push({ lock: hands.holds(2 * lock) ? lock : ~lock, location });
    }
    return holds;
  }

  step(op: number, thread: number, lock: number, location: number): void {
    const key = 2 * lock + (op === Op.acquireShared || op === Op.releaseShared ? 1 : 0);
    if (op === Op.acquire || op === Op.acquireShared) this.hands(thread).take(key, location);
    else if (op === Op.release || op === Op.releaseShared) this.hands(thread).giveBack(key);
    else if (op === Op.wait) this.hands(thread).wait(key);
  }

  private hands(thread: number): Hands {
    this.threads[thread] ??= new Hands();
    return this.threads[thread];
  }
}
