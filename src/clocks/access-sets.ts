// Sets of accesses of one variable, each an epoch with its position, for detectors that need more than the last one: the last access of
// each thread, or those of which no two are ordered.

import { grown } from '../base/grown.ts';
import type { HappensBefore } from './happens-before.ts';

/** Words of an entry: thread + 1 (0 is free), time, position. */
export const ENTRY = 3;
/** Words in front of the entries: number of entries, capacity - 1. */
export const HEAD = 2;

/** Where a set lies in the arena. It moves when it grows. */
export type AccessSet = number;

/** Room for many small sets in one array, so that a set costs its entries and no object; what is given back is used again. */
abstract class AccessArena {
  protected words = new Uint32Array(1024);
  private used = 1;
  /** Per capacity (as a power of two): freed sets, for use again. */
  private readonly free: AccessSet[][] = [];

  /** How many accesses the set holds. */
  size(set: AccessSet): number {
    return this.words[set]!;
  }

  release(set: AccessSet): void {
    const capacity = this.words[set + 1]! + 1;
    this.words.fill(0, set, set + HEAD + capacity * ENTRY);
    const list = this.free[Math.log2(capacity)];
    if (list === undefined) this.free[Math.log2(capacity)] = [set];
    else list.push(set);
  }

  /** An empty set; the capacity is a power of two. */
  protected allocate(capacity: number): AccessSet {
    const again = this.free[Math.log2(capacity)]?.pop();
    const set = again ?? this.used;
    if (again === undefined) {
      this.used += HEAD + capacity * ENTRY;
      if (this.used > this.words.length) this.words = grown(this.words, Math.max(this.words.length * 2, this.used));
    }
    this.words[set + 1] = capacity - 1;
    return set;
  }
}

/**
 * Sets with the last access of each thread: a sparse vector clock that knows where its times come from. Small hash tables keyed by
 * thread number: dense threads never collide, and a set costs what its threads need, not what all threads would. O(1) to look up and to
 * put, one pass to compare.
 */
export class LastAccesses extends AccessArena {
  create(): AccessSet {
    return this.allocate(4);
  }

  /** The time of thread t's last access, 0 if it has none. */
  time(set: AccessSet, t: number): number {
    const { words } = this;
    const mask = words[set + 1]!;
    for (let e = t & mask; ; e = (e + 1) & mask) {
      const at = set + HEAD + e * ENTRY;
      const key = words[at]!;
      if (key === t + 1) return words[at + 1]!;
      if (key === 0) return 0;
    }
  }

  /** Records an access and gives back where the set lies now. */
  put(set: AccessSet, t: number, time: number, position: number): AccessSet {
    const { words } = this;
    const mask = words[set + 1]!;
    for (let e = t & mask; ; e = (e + 1) & mask) {
      const at = set + HEAD + e * ENTRY;
      if (words[at] === 0) {
        // One slot stays free, so that every search ends.
        if (words[set] === mask) return this.put(this.enlarge(set), t, time, position);
        words[set]!++;
        words[at] = t + 1;
      } else if (words[at] !== t + 1) continue;
      words[at + 1] = time;
      words[at + 2] = position;
      return set;
    }
  }

  /** Calls `visit` for each entry, by thread number where they are dense. */
  each(set: AccessSet, visit: (thread: number, time: number, position: number) => void): void {
    const { words } = this;
    const end = set + HEAD + (words[set + 1]! + 1) * ENTRY;
    for (let at = set + HEAD; at < end; at += ENTRY) if (words[at] !== 0) visit(words[at]! - 1, words[at + 1]!, words[at + 2]!);
  }

  /** The position of the latest access that is not ordered before what thread t does next, or -1. */
  latestUnordered(set: AccessSet, t: number, hb: HappensBefore): number {
    const { words } = this;
    const end = set + HEAD + (words[set + 1]! + 1) * ENTRY;
    let latest = -1;
    for (let at = set + HEAD; at < end; at += ENTRY)
      if (words[at] !== 0 && words[at + 2]! > latest && !hb.ordered(words[at]! - 1, words[at + 1]!, t)) latest = words[at + 2]!;
    return latest;
  }

  /** Drops what is ordered before what thread t does next, except for accesses of its own at this time; gives the new size. */
  prune(set: AccessSet, t: number, hb: HappensBefore): number {
    const { words } = this;
    const end = set + HEAD + (words[set + 1]! + 1) * ENTRY;
    const kept: number[] = [];
    for (let at = set + HEAD; at < end; at += ENTRY) {
      const u = words[at]! - 1;
      const time = words[at + 1]!;
      if (u >= 0 && (u === t ? time === hb.times[t] : !hb.ordered(u, time, t))) kept.push(u, time, words[at + 2]!);
    }
    if (kept.length < words[set]! * 3) {
      words.fill(0, set + HEAD, end);
      words[set] = 0;
      for (let i = 0; i < kept.length; i += 3) this.put(set, kept[i]!, kept[i + 1]!, kept[i + 2]!);
    }
    return words[set]!;
  }

  private enlarge(set: AccessSet): AccessSet {
    let larger = this.allocate((this.words[set + 1]! + 1) * 2);
    this.each(set, (thread, time, position) => {
      larger = this.put(larger, thread, time, position);
    });
    this.release(set);
    return larger;
  }
}

/** Lists of accesses, the oldest first. */
export class AccessLists extends AccessArena {
  create(): AccessSet {
    return this.allocate(2);
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

  private enlarge(list: AccessSet): AccessSet {
    const capacity = this.words[list + 1]! + 1;
    const larger = this.allocate(capacity * 2);
    this.words.copyWithin(larger + HEAD, list + HEAD, list + HEAD + capacity * ENTRY);
    this.words[larger] = capacity;
    this.release(list);
    return larger;
  }
}

/**
 * Lists of accesses no two of which are ordered, the oldest first: what Sulzmann calls W(x) and R(x). At most one access per thread is in
 * a list, because those of one thread are ordered. All operations take one pass at most.
 */
export class ConcurrentAccesses extends AccessLists {
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
}
