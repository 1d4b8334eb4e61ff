// Locks and barriers as events. They are recorded as the trace has them, but for one thing: a wait gives a lock up however often it is
// held, and in the trace one acquire takes all of that back, where the program's runtime tells of each.

import { Op } from '../../trace/operation.ts';
import { Raw } from '../format.ts';
import type { TraceOutput } from './trace-output.ts';

const OPERATION: Readonly<Record<number, Op>> = {
  [Raw.acquire]: Op.acquire,
  [Raw.release]: Op.release,
  [Raw.acquireShared]: Op.acquireShared,
  [Raw.releaseShared]: Op.releaseShared,
  [Raw.wait]: Op.wait,
  [Raw.notify]: Op.notify,
  [Raw.barrierEnter]: Op.barrierEnter,
  [Raw.barrierExit]: Op.barrierExit,
};

export class Locks {
  private readonly output: TraceOutput;
  private readonly newLock: (period: number) => number;
  /** Per period of an address: its lock. */
  private readonly ids: number[] = [];
  /** Per lock: how often its holder took it. */
  private readonly depths: number[] = [];
  /** Thread → acquires that the one which ended its wait stands for, and their lock. */
  private readonly owed = new Map<number, { readonly lock: number; waiting: boolean; depth: number }>();

  constructor(output: TraceOutput, newLock: (period: number) => number) {
    this.output = output;
    this.newLock = newLock;
  }

  /** `tries`: of an acquire, that it would not have waited for ever. */
  event(kind: number, period: number, thread: number, location: number, tries = false): void {
    const lock = this.lock(period);
    if (kind === Raw.acquire) {
      this.depths[lock]!++;
      if (this.owed.size > 0 && this.isOwed(thread, lock)) return;
    } else if (kind === Raw.release) this.depths[lock] = Math.max(this.depths[lock]! - 1, 0);
    else if (kind === Raw.wait) {
      this.owed.set(thread, { lock, waiting: true, depth: this.depths[lock]! });
      this.depths[lock] = 0;
    }
    if (tries) this.output.add(Op.try, thread, lock, location);
    this.output.add(OPERATION[kind]!, thread, lock, location);
  }

  lock(period: number): number {
    let lock = this.ids[period];
    if (lock === undefined) {
      lock = this.newLock(period);
      this.ids[period] = lock;
      this.depths[lock] = 0;
    }
    return lock;
  }

  /** Whether somebody has it alone. */
  isTaken(lock: number): boolean {
    return this.depths[lock]! > 0;
  }

  /** Whether the acquire is one of those that the first after the wait stands for. */
  private isOwed(thread: number, lock: number): boolean {
    const owed = this.owed.get(thread);
    if (owed === undefined || owed.lock !== lock) return false;
    if (--owed.depth <= 0) this.owed.delete(thread);
    if (!owed.waiting) return true;
    owed.waiting = false;
    return false;
  }
}
