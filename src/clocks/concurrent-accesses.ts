// Lists of accesses no two of which are ordered, the oldest first: what Sulzmann calls W(x) and R(x), each access as an epoch.
// At most one access per thread is in a list, because those of one thread are ordered. All operations take one pass at most.

import { AccessArena, type AccessSet, ENTRY, HEAD } from './access-arena.ts';
import type { HappensBefore } from './happens-before.ts';

const SMALLEST = 2;

export class ConcurrentAccesses extends AccessArena {
  create(): AccessSet {
    return this.allocate(SMALLEST);
  }

  /** Drops what is ordered before what thread t does next, all of its own included, and gives the new size. */
  prune(list: AccessSet, t: number, hb: HappensBefore): number {
    const { words } = this;
    const end = list + HEAD + words[list]! * ENTRY;
    let to = list + HEAD;
    for (let at = to; at < end; at += ENTRY) {
      if (hb.ordered(words[at]! - 1, words[at + 1]!, t)) continue;
      if (at !== to) words.copyWithin(to, at, at + ENTRY);
      to += ENTRY;
    }
    words[list] = (to - list - HEAD) / ENTRY;
    return words[list]!;
  }

  /** Adds an access that is later than all in the list, and gives back where the list lies now. */
  append(list: AccessSet, t: number, time: number, position: number): AccessSet {
    const { words } = this;
    const size = words[list]!;
    if (size > words[list + 1]!) return this.append(this.enlarge(list), t, time, position);
    const at = list + HEAD + size * ENTRY;
    words[at] = t + 1;
    words[at + 1] = time;
    words[at + 2] = position;
    words[list] = size + 1;
    return list;
  }

  /** True if thread t's access at this time is the latest of the list; then it now stands at the position. */
  renew(list: AccessSet, t: number, time: number, position: number): boolean {
    const { words } = this;
    const at = this.lastEntry(list);
    if (at <= list || words[at] !== t + 1 || words[at + 1] !== time) return false;
    words[at + 2] = position;
    return true;
  }

  /** The position of the latest access that is not ordered before what thread t does next, or -1. */
  latestUnordered(list: AccessSet, t: number, hb: HappensBefore): number {
    const { words } = this;
    for (let at = this.lastEntry(list); at > list; at -= ENTRY)
      if (!hb.ordered(words[at]! - 1, words[at + 1]!, t)) return words[at + 2]!;
    return -1;
  }

  /** Calls `visit` with the position of each access that is not ordered before what thread t does next. */
  eachUnordered(list: AccessSet, t: number, hb: HappensBefore, visit: (position: number) => void): void {
    const { words } = this;
    const last = this.lastEntry(list);
    for (let at = list + HEAD; at <= last; at += ENTRY) if (!hb.ordered(words[at]! - 1, words[at + 1]!, t)) visit(words[at + 2]!);
  }

  /** The time of thread t's access, 0 if it has none. */
  time(list: AccessSet, t: number): number {
    const { words } = this;
    for (let at = this.lastEntry(list); at > list; at -= ENTRY) if (words[at] === t + 1) return words[at + 1]!;
    return 0;
  }

  /** Thread and time of the access that was added last; there is one. */
  lastThread(list: AccessSet): number {
    return this.words[this.lastEntry(list)]! - 1;
  }

  lastTime(list: AccessSet): number {
    return this.words[this.lastEntry(list) + 1]!;
  }

  private lastEntry(list: AccessSet): number {
    return list + HEAD + (this.words[list]! - 1) * ENTRY;
  }

  private enlarge(list: AccessSet): AccessSet {
    const capacity = this.words[list + 1]! + 1;
    const larger = this.allocate(capacity * 2);
    this.words.copyWithin(larger + HEAD, list + HEAD, list + HEAD + capacity * ENTRY);
    this.words[larger] = capacity;
    this.release(list);
    return larger;
  }
}
