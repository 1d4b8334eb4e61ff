// Counts the bytes of what grows with a hostile input, against a budget: who wants more asks first, and what is refused is never
// allocated. Typed arrays are counted exactly, objects and entries of maps by what Node takes for one, rounded up.

import { grown, type Typed } from './grown.ts';

export class Meter {
  budget: number;
  used = 0;
  /** The most that was in use at a time. */
  peak = 0;
  /** The most that would have been in use if there were always room to come. */
  wished = 0;
  /** Whether somebody was refused. */
  full = false;

  constructor(budget: number) {
    this.budget = budget;
  }

  /** False, and nothing taken, if that would pass the budget. */
  take(bytes: number): boolean {
    if (this.used + bytes > this.budget) {
      this.full = true;
      return false;
    }
    this.used += bytes;
    this.peak = Math.max(this.peak, this.used);
    this.wished = Math.max(this.wished, this.used);
    return true;
  }

  give(bytes: number): void {
    this.used -= bytes;
  }

  /** A copy with room for at least `length` elements and, as far as the budget allows, some to come; undefined if it does not fit. */
  enlarged<A extends Typed>(array: A, length: number): A | undefined {
    const free = Math.floor((this.budget - this.used) / array.BYTES_PER_ELEMENT);
    const more = array.length < LARGE ? 2 : LARGE_GROWTH;
    const wish = Math.max(length, Math.ceil(more * array.length), LEAST);
    const room = Math.max(length, Math.min(free, wish));
    this.wished = Math.max(this.wished, this.used + wish * array.BYTES_PER_ELEMENT);
    // Both are there while one is copied into the other.
    if (!this.take(room * array.BYTES_PER_ELEMENT)) return undefined;
    const larger = grown(array, room);
    this.give(array.byteLength);
    return larger;
  }
}

/** Elements of the smallest array. */
const LEAST = 64;
/** Arrays of more elements than this grow by a quarter: what they do not need counts as well. */
const LARGE = 1 << 20;
const LARGE_GROWTH = 1.25;

/** For those who have no budget. */
export function unlimited(): Meter {
  return new Meter(Number.MAX_SAFE_INTEGER);
}
