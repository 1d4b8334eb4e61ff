// Per variable the accesses that are not ordered before a later one of the same kind: usually one write and one read, at most
// one of each per thread. What a later access dominates can be forgotten, since the order is transitive. Lists in one arena.

import { grown } from '../../base/grown.ts';

/** Words of an entry: thread, time, position, next entry (0: none). */
const ENTRY = 4;

export class Frontiers {
  /** Read-only for others. */
  words = new Uint32Array(1024);
  private used = ENTRY;
  private free = 0;

  thread(entry: number): number {
    return this.words[entry]!;
  }

  time(entry: number): number {
    return this.words[entry + 1]!;
  }

  position(entry: number): number {
    return this.words[entry + 2]!;
  }

  next(entry: number): number {
    return this.words[entry + 3]!;
  }

  /** A new entry in front of a list; gives the list. */
  add(list: number, thread: number, time: number, position: number): number {
    let entry = this.free;
    if (entry !== 0) this.free = this.words[entry + 3]!;
    else {
      entry = this.used;
      this.used += ENTRY;
      if (this.used > this.words.length) this.words = grown(this.words, this.words.length * 2);
    }
    const { words } = this;
    words[entry] = thread;
    words[entry + 1] = time;
    words[entry + 2] = position;
    words[entry + 3] = list;
    return entry;
  }

  /** Takes an entry out of a list, given the one before it (0: it is the first); gives the list. */
  remove(list: number, before: number, entry: number): number {
    const { words } = this;
    const next = words[entry + 3]!;
    words[entry + 3] = this.free;
    this.free = entry;
    if (before === 0) return next;
    words[before + 3] = next;
    return list;
  }
}
