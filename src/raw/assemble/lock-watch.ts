// Threads that have looked at a word which may be a lock. What such a thread does next tells whether the word is one.

import { Raw } from '../format.ts';
import { Seen } from './lock-lifting.ts';
import type { SyncObject } from './objects.ts';
import { kindOf, wide } from './raw-record.ts';
import type { Shadow } from './shadow.ts';

export class LockWatch {
  private readonly shadow: Shadow;
  /** Per thread: the lock that it saw free or taken by another, and has not tried to take since. */
  private readonly locks: (SyncObject | undefined)[] = [];
  private readonly seen: Seen[] = [];

  constructor(shadow: Shadow) {
    this.shadow = shadow;
  }

  has(thread: number): boolean {
    return this.locks[thread] !== undefined;
  }

  begin(thread: number, object: SyncObject, seen: Seen): void {
    this.locks[thread] = object;
    this.seen[thread] = seen;
  }

  /** The thread has seen a lock free: it must try to take it before it relies on what others did, or hands it on. If it saw the lock taken,
   * it may do what waiters do (count themselves, wait and be woken), but not go on to memory. `range`: how long an access of a range is. */
  record(thread: number, words: Uint32Array, at: number, range: number): void {
    const object = this.locks[thread]!;
    const word1 = words[at + 1]!;
    const address = wide(words[at]!, word1);
    switch (kindOf(word1)) {
      case Raw.stamp:
      case Raw.call:
      case Raw.place:
      case Raw.visit:
      case Raw.repeat:
      case Raw.allocate:
      case Raw.free:
      case Raw.benign:
      case Raw.enter:
      case Raw.leave:
      case Raw.request:
      // Each store by itself.
      case Raw.atomicStores:
        return;
      case Raw.read:
      case Raw.write:
        // Of all its accesses at once: what a thread does itself makes nothing foreign.
        if (!this.shadow.isForeign(address, word1 >>> 24, thread + 1)) return;
        break;
      case Raw.readRange:
      case Raw.writeRange:
        if (!this.shadow.isForeign(address, range, thread + 1)) return;
        break;
      case Raw.atomicLoad:
      case Raw.atomicStore:
      case Raw.atomicUpdate:
        if (address === object.address) {
          this.locks[thread] = undefined;
          return;
        }
        if (this.seen[thread] === Seen.taken) return;
        break;
      default:
        if (this.seen[thread] === Seen.taken) return;
    }
    object.candidate!.reject();
    this.locks[thread] = undefined;
  }
}
