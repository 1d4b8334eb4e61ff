// Read sets: for a variable that several threads read, the last read of each (thread → time, position). Small hash tables in
// one arena, keyed by thread number: dense threads never collide, and a set costs what its readers need, not what all threads would.

import { grown } from '../../trace/symbols.ts';

/** Words of an entry: thread + 1 (0 is free), time, position. */
const ENTRY = 3;
/** Words in front of the entries: number of entries, mask. */
const HEAD = 2;
const SMALLEST = 4;

/** Where a set lies in the arena. It moves when it grows. */
export type ReadSet = number;

export class ReadSets {
  /** Read-only for others: entry e of a set is at `words[entry(set, e)]`. */
  words = new Uint32Array(1024);
  private used = 1;
  /** Per capacity (as a power of two): freed sets, for use again. */
  private readonly free: ReadSet[][] = [];

  create(): ReadSet {
    return this.allocate(SMALLEST);
  }

  release(set: ReadSet): void {
    const capacity = this.words[set + 1]! + 1;
    this.words.fill(0, set, set + HEAD + capacity * ENTRY);
    const list = this.free[Math.log2(capacity)];
    if (list === undefined) this.free[Math.log2(capacity)] = [set];
    else list.push(set);
  }

  /** The time of thread t's last read, 0 if it has none. */
  time(set: ReadSet, t: number): number {
    const { words } = this;
    const mask = words[set + 1]!;
    for (let e = t & mask; ; e = (e + 1) & mask) {
      const at = set + HEAD + e * ENTRY;
      const key = words[at]!;
      if (key === t + 1) return words[at + 1]!;
      if (key === 0) return 0;
    }
  }

  /** Records a read and gives back where the set lies now. */
  put(set: ReadSet, t: number, time: number, position: number): ReadSet {
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
  each(set: ReadSet, visit: (thread: number, time: number, position: number) => void): void {
    const { words } = this;
    const end = set + HEAD + (words[set + 1]! + 1) * ENTRY;
    for (let at = set + HEAD; at < end; at += ENTRY) if (words[at] !== 0) visit(words[at]! - 1, words[at + 1]!, words[at + 2]!);
  }

  private enlarge(set: ReadSet): ReadSet {
    let larger = this.allocate((this.words[set + 1]! + 1) * 2);
    this.each(set, (thread, time, position) => {
      larger = this.put(larger, thread, time, position);
    });
    this.release(set);
    return larger;
  }

  private allocate(capacity: number): ReadSet {
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
