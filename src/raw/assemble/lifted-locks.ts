// Atomics that act as locks, as acquires and releases: an update that leaves the value for free takes the lock, what brings it back
// gives it up. See lock-lifting.ts for which atomics these are.

import { Op } from '../../trace/operation.ts';
import { Raw } from '../format.ts';
import { valueIn } from './lock-lifting.ts';
import type { SyncObject } from './objects.ts';
import { WORDS, wide } from './raw-record.ts';
import type { TraceOutput } from './trace-output.ts';

const NOBODY = -1;

export class LiftedLocks {
  private readonly output: TraceOutput;
  private readonly newLock: (period: number) => number;
  private readonly sleeps: (site: number, log: number) => boolean | undefined;
  /** Per log. */
  private readonly threads: readonly number[];
  /** Period of the atomic → its lock and who has it. */
  private readonly locks = new Map<number, { readonly lock: number; holder: number }>();

  /** `sleeps`: whether who takes the lock there waits for it; undefined if nobody knows. */
  constructor(
    output: TraceOutput,
    threads: readonly number[],
    newLock: (period: number) => number,
    sleeps: (site: number, log: number) => boolean | undefined,
  ) {
    this.output = output;
    this.threads = threads;
    this.newLock = newLock;
    this.sleeps = sleeps;
  }

  /** How many locks there are. */
  get count(): number {
    return this.locks.size;
  }

  /** Whether the record gives the lock up. */
  isGivenUp(period: number, object: SyncObject, log: number, words: Uint32Array, at: number): boolean {
    const after = valueIn(words[at + WORDS + 2]!, words[at + WORDS + 3]!, object.bytes);
    return this.state(period).holder === this.threads[log]! && after === object.candidate!.free;
  }

  access(period: number, object: SyncObject, kind: number, log: number, words: Uint32Array, at: number, location: number): void {
    if (kind === Raw.atomicLoad) return;
    const { free } = object.candidate!;
    const thread = this.threads[log]!;
    const after = valueIn(words[at + WORDS + 2]!, words[at + WORDS + 3]!, object.bytes);
    const state = this.state(period);
    if (kind === Raw.atomicUpdate && state.holder === NOBODY && after !== free) {
      state.holder = thread;
      // Where the code does not tell: nobody need wait for a lock that nobody sleeps for.
      const waits = this.sleeps(wide(words[at + 2]!, words[at + 3]!), log) ?? object.awaited;
      if (!waits) this.output.add(Op.try, thread, state.lock, location);
      this.output.add(Op.acquire, thread, state.lock, location);
    } else if (this.isGivenUp(period, object, log, words, at)) {
      state.holder = NOBODY;
      this.output.add(Op.release, thread, state.lock, location);
    }
  }

  /** Whether the thread has one. */
  isHolder(thread: number): boolean {
    for (const { holder } of this.locks.values()) if (holder === thread) return true;
    return false;
  }

  lock(period: number): number {
    return this.state(period).lock;
  }

  private state(period: number): { readonly lock: number; holder: number } {
    let state = this.locks.get(period);
    if (state === undefined) {
      state = { lock: this.newLock(period), holder: NOBODY };
      this.locks.set(period, state);
    }
    return state;
  }
}
