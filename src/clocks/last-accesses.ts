// Sets with the last access of each thread (thread → time, position): a sparse vector clock that knows where its times come
// from. Small hash tables keyed by thread number: dense threads never collide, and a set costs what its threads need, not
// what all threads would. O(1) to look up and to put, one pass to compare.

import { AccessArena, type AccessSet, ENTRY, HEAD } from './access-arena.ts';
import type { HappensBefore } from './happens-before.ts';

const SMALLEST = 4;

export class LastAccesses extends AccessArena {
  create(): AccessSet {
    return this.allocate(SMALLEST);
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
