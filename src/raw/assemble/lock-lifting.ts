// Decides whether an atomic location acts as a mutex, from the values that its atomics saw and left. It does if there is a value that
// means free, and: every change from free is an update, by the thread that owns it from then on; only the owner makes it free again;
// waiters may mark it as contended, always with the same value or by the upper bit; at least two threads owned it. Everything else is no lock: counters,
// tickets, barriers, flags, sequence locks, reader locks. Copies of a shared pointer that never overlap look like a lock, too, but count
// from 1 to 2: locks that count up are free at 0. A thread that merely sees it free, and then goes on to memory of others
// without taking it, relies on the order that the atomic gives and a lock would not: then it is no lock either. So does one that sees it taken.

import { acquires, releases } from '../format.ts';

const NOT_SEEN = Number.NaN;
const NOBODY = -1;

/** A value of 1 to 8 bytes as a number; NaN where a number cannot hold it. */
export function valueIn(low: number, high: number, bytes: number): number {
  if (bytes < 4) return low & ((1 << (8 * bytes)) - 1);
  if (bytes === 4) return low >>> 0;
  return high >>> 0 < 0x20_0000 ? (high >>> 0) * 0x1_0000_0000 + (low >>> 0) : NOT_SEEN;
}

/** What a thread that does not own a lock has seen of it; what the thread does next decides, see `reject`. */
export const Seen = { nothing: 0, free: 1, taken: 2 } as const;
export type Seen = (typeof Seen)[keyof typeof Seen];

export class LockCandidate {
  /** The value that means free. */
  free = NOT_SEEN;
  /** Somebody slept for it at the end. */
  isWanted = false;
  private rejected = false;
  private owner = NOBODY;
  private firstOwner = NOBODY;
  private severalOwners = false;
  /** Who set it before anybody took it. */
  private initialiser = NOBODY;
  /** The value that waiters leave while others own it. */
  private contended = NOT_SEEN;
  /** The owner has taken the mark of contention back and must free it next. */
  private freeing = false;

  get isLock(): boolean {
    return !this.rejected && this.severalOwners;
  }

  /** A thread sleeps until it gets it, and another has it: so there are two that use it as a lock. */
  wanted(thread: number): void {
    this.isWanted = true;
    if (this.owner !== NOBODY && this.owner !== thread) this.severalOwners = true;
  }

  get isHeld(): boolean {
    return this.owner !== NOBODY;
  }

  /** It is no lock, whatever comes. */
  get isRejected(): boolean {
    return this.rejected;
  }

  reject(): void {
    this.rejected = true;
  }

  load(thread: number, value: number, order: number): Seen {
    if (this.rejected || this.firstOwner === NOBODY || thread === this.owner || !acquires(order)) return Seen.nothing;
    return value === this.free ? Seen.free : Seen.taken;
  }

  store(thread: number, value: number, order: number): void {
    if (this.firstOwner === NOBODY && (this.initialiser === NOBODY || this.initialiser === thread)) {
      this.initialiser = thread;
      this.free = value;
    } else if (thread === this.owner && value === this.free && releases(order)) this.freed();
    else this.rejected = true;
  }

  update(thread: number, before: number, after: number, order: number): Seen {
    if (Number.isNaN(this.free)) this.free = before;
    const { free } = this;
    if (this.owner === NOBODY) {
      if (before !== free || after === free || !acquires(order) || isCount(free, after)) this.rejected = true;
      else this.taken(thread);
    } else if (before === free) this.rejected = true;
    else if (after === free) {
      if (thread === this.owner && releases(order)) this.freed();
      else this.rejected = true;
    } else if (thread === this.owner) {
      if (isMarked(before, after) && !this.freeing) return Seen.nothing;
      if (before !== this.contended || this.freeing) this.rejected = true;
      this.freeing = true;
    } else {
      if (!isMarked(before, after)) {
        if (Number.isNaN(this.contended)) this.contended = after;
        if (after !== this.contended) this.rejected = true;
      }
      if (!this.rejected && acquires(order)) return Seen.taken;
    }
    return Seen.nothing;
  }

  private taken(thread: number): void {
    this.owner = thread;
    if (this.firstOwner === NOBODY) this.firstOwner = thread;
    else if (this.firstOwner !== thread) this.severalOwners = true;
  }

  private freed(): void {
    this.owner = NOBODY;
    this.freeing = false;
  }
}

const MARK = 0x8000_0000;

/** The upper bit of a word is set, and the rest, which may name the owner, stays: so musl says that somebody sleeps. The owner says so as
 * well, for those whom it sends from a condition variable to the mutex. */
function isMarked(before: number, after: number): boolean {
  return before < MARK && after === before + MARK;
}

/** One more of what there was at least one of. */
function isCount(before: number, after: number): boolean {
  return before !== 0 && after === before + 1;
}
