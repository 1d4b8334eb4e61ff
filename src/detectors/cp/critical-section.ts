// Critical sections as the order sees them, and the pairs of accesses that wait for one. A section's only unknown is `before`: how many
// earlier sections of its lock come before it by CP. All else about CP follows from these numbers and happens-before.

import type { Version } from '../../clocks/versions.ts';

export class CriticalSection {
  readonly lock: Lock;
  /** 1 for the first section of its lock. */
  readonly index: number;
  readonly thread: number;
  /** The thread's time at the acquire. */
  readonly acquired: number;
  /** Sections 1 … before of the lock are known to come before this one. Only grows. */
  before: number;
  open = true;
  /** While `before` may still grow. Everything below is empty afterwards. */
  live = false;
  /** Threads, other than its own, and locks that are uncertain because of this section; some of them no longer. */
  threads: Set<number> | undefined = undefined;
  locks: Set<Lock> | undefined = undefined;
  /** Sections whose `before` may grow with this one's, and pairs that may become ordered. */
  followers: CriticalSection[] | undefined = undefined;
  pairs: PendingPair[] | undefined = undefined;
  /** Of a closed section: the open ones that it waits for, directly or not; and the other way round. */
  waitsFor: Set<CriticalSection> | undefined = undefined;
  awaitedBy: Set<CriticalSection> | undefined = undefined;

  constructor(lock: Lock, index: number, thread: number, acquired: number, before: number) {
    this.lock = lock;
    this.index = index;
    this.thread = thread;
    this.acquired = acquired;
    this.before = before;
  }
}

export const NONE: readonly CriticalSection[] = [];

/** Words per closed section: thread, its times at the acquire and the release, and what it knew at the release. */
const WORDS = 4;
export const THREAD = 0;
export const ACQUIRED = 1;
export const RELEASED = 2;
export const VERSION = 3;

export class Lock {
  readonly id: number;
  /** The last section that was released, and when. */
  last: CriticalSection | undefined = undefined;
  released = 0;
  /** What is CP-before the last release, and the live sections that may add to it. */
  causal: Version = 0;
  uncertain: readonly CriticalSection[] = NONE;
  /** In the order of their acquires. */
  readonly live: CriticalSection[] = [];
  /** Closed sections that may still be asked for, from section `first` on; the words before `head` are free. */
  closed = new Uint32Array(0);
  private first = 1;
  private head = 0;
  private end = 0;

  constructor(id: number) {
    this.id = id;
  }

  /** Where the words of a closed section are, in `closed`. */
  at(index: number): number {
    return this.head + (index - this.first) * WORDS;
  }

  close(section: CriticalSection, released: number, version: Version): void {
    if (this.end === this.closed.length) this.makeRoom();
    const { closed, end } = this;
    closed[end + THREAD] = section.thread;
    closed[end + ACQUIRED] = section.acquired;
    closed[end + RELEASED] = released;
    closed[end + VERSION] = version;
    this.end += WORDS;
    this.last = section;
    this.released = released;
  }

  /** Forgets the sections that every live and every future section is known to come after: gives their versions to `gone`. */
  trim(gone: (version: Version) => void): void {
    if (this.last === undefined) return;
    let before = this.last.before;
    for (const section of this.live) if (section.before < before) before = section.before;
    for (; this.first <= before; this.first++) {
      gone(this.closed[this.head + VERSION]!);
      this.head += WORDS;
    }
  }

  private makeRoom(): void {
    const { closed, head, end } = this;
    if (head * 2 <= end) this.closed = new Uint32Array(Math.max(8 * WORDS, 2 * (end - head)));
    this.closed.set(closed.subarray(head, end));
    this.head = 0;
    this.end = end - head;
  }
}

/** Two conflicting accesses, ordered by happens-before and not yet by CP. */
export class PendingPair {
  readonly first: number;
  readonly second: number;
  /** Thread and time of the first access. */
  readonly thread: number;
  readonly time: number;
  /** Live sections that could order the two. */
  conditions = 0;
  state: 'open' | 'ordered' | 'race' = 'open';

  constructor(first: number, second: number, thread: number, time: number) {
    this.first = first;
    this.second = second;
    this.thread = thread;
    this.time = time;
  }
}
