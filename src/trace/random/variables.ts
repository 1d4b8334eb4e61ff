// Which variable belongs to whom in a generated trace. The first ones are shared: number v belongs to lock v mod locks. The rest
// are dealt out to the threads the same way; if there are fewer than threads, they belong to nobody and are only read.

import type { GeneratorOptions } from './generator-options.ts';
import type { Random } from './prng.ts';

export class Variables {
  /** Whether every thread has variables of its own. */
  readonly owned: boolean;
  private readonly shared: number;
  private readonly rest: number;
  private readonly locks: number;
  private readonly threads: number;
  /** Variables of every lock, and how many locks have one more. The same for threads. */
  private readonly perLock: number;
  private readonly luckyLocks: number;
  private readonly perThread: number;
  private readonly luckyThreads: number;

  constructor({ variables, shared, locks, threads, races }: GeneratorOptions) {
    // At least one is not shared, so that there is something to access without a lock; at least one is, where races need it.
    const wanted = locks === 0 && races === 0 ? 0 : Math.round(shared * variables);
    this.shared = Math.min(variables - 1, Math.max(wanted, races > 0 ? 1 : 0));
    this.rest = variables - this.shared;
    this.locks = locks;
    this.threads = threads;
    this.owned = this.rest >= threads;
    this.perLock = Math.floor(this.shared / Math.max(1, locks));
    this.luckyLocks = this.shared % Math.max(1, locks);
    this.perThread = Math.floor(this.rest / threads);
    this.luckyThreads = this.rest % threads;
  }

  /** A shared variable, whoever it belongs to. */
  any(random: Random): number {
    return random.below(this.shared);
  }

  /** A variable of this lock, or -1 if it has none. */
  ofLock(lock: number, random: Random): number {
    const count = lock < this.luckyLocks ? this.perLock + 1 : this.perLock;
    return count === 0 ? -1 : lock + this.locks * random.below(count);
  }

  /** A variable that the thread needs no lock for. */
  ofThread(thread: number, random: Random): number {
    if (!this.owned) return this.shared + random.below(this.rest);
    const count = thread < this.luckyThreads ? this.perThread + 1 : this.perThread;
    return this.shared + thread + this.threads * random.below(count);
  }
}
