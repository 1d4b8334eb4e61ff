// Room for many small sets of accesses in one array, so that a set costs its entries and no object. Room that is given back
// is used again by sets of the same capacity.

import { grown } from '../base/grown.ts';

/** Words of an entry: thread + 1 (0 is free), time, position. */
export const ENTRY = 3;
/** Words in front of the entries: number of entries, capacity - 1. */
export const HEAD = 2;

/** Where a set lies in the arena. It moves when it grows. */
export type AccessSet = number;

export abstract class AccessArena {
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
