// What an address stood for, and when. Memory is freed and used again; periods are told apart by counting the allocations and frees
// of the recording. The first pass adds periods in the order of their ends, the second asks with a count that only grows: so each
// question takes constant time however often an address was used again.

import { enlarged } from '../../base/grown.ts';

/** The end of periods that no allocation and no free ended. */
export const NEVER = 0xffff_ffff;

/** From keys to numbers; -1 for a key that has none. */
interface Heads {
  get(key: number): number;
  set(key: number, value: number): void;
}

export class Timeline {
  size = 0;
  /** Key → its first period that has not ended. */
  private readonly heads: Heads;
  private births = new Uint32Array(64);
  private ends = new Uint32Array(64);
  /** The next period of the same key, or -1. */
  private following = new Int32Array(64);
  /** Of the first period of a key: the last one. */
  private lasts = new Int32Array(64);

  /** `heads` is empty. */
  constructor(heads: Heads) {
    this.heads = heads;
  }

  /** Adds a period: from count `birth` up to, and without, `end`. */
  add(key: number, birth: number, end: number): number {
    const index = this.size++;
    if (index === this.ends.length) this.grow();
    this.births[index] = birth;
    this.ends[index] = end;
    this.following[index] = -1;
    const head = this.heads.get(key);
    if (head < 0) {
      this.heads.set(key, index);
      this.lasts[index] = index;
    } else {
      this.following[this.lasts[head]!] = index;
      this.lasts[head] = index;
    }
    return index;
  }

  /** The first period of the key that has not ended at `now`, or -1. It may not have begun, see `began`. */
  find(key: number, now: number): number {
    const head = this.heads.get(key);
    if (head < 0 || this.ends[head]! > now) return head;
    const { ends, following } = this;
    let index = head;
    do index = following[index]!;
    while (index >= 0 && ends[index]! <= now);
    // Ended for good: later questions start where this one got to.
    if (index >= 0) this.heads.set(key, index);
    return index;
  }

  began(index: number, now: number): boolean {
    return this.births[index]! <= now;
  }

  end(index: number): number {
    return this.ends[index]!;
  }

  next(index: number): number {
    return this.following[index]!;
  }

  private grow(): void {
    const room = this.size;
    this.births = enlarged(this.births, room);
    this.ends = enlarged(this.ends, room);
    this.following = enlarged(this.following, room);
    this.lasts = enlarged(this.lasts, room);
  }
}
