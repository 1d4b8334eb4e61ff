// The indices that the owners of one thread have for a lock, in runs. What comes before a later event of a thread comes before no less
// than what comes before an earlier one: along a thread indices only grow, and a set with an earlier owner for each later one it has is a
// number. So Raptor's sets are kept from the other side, per element and thread of the owners, and cost what changes along a thread.

import { firstAbove } from '../../base/bisect.ts';
import { grown } from '../../base/grown.ts';

const SMALLEST = 4;

/** Owners of times above those of the run before, and up to `times[i]`, have `indices[i]`. Both ascend. */
export class Runs {
  times = new Uint32Array(SMALLEST);
  indices = new Uint32Array(SMALLEST);
  length = 0;

  /** The latest time that has an index. */
  get last(): number {
    return this.length === 0 ? 0 : this.times[this.length - 1]!;
  }

  get bytes(): number {
    return 2 * this.times.byteLength;
  }

  /** The index of an owner, 0 if it has none. */
  at(time: number): number {
    const run = firstAbove(this.times, 0, this.length, time - 1);
    return run === this.length ? 0 : this.indices[run]!;
  }

  /** The latest time that has an index of at most this, 0 if none has. */
  upTo(index: number): number {
    const run = firstAbove(this.indices, 0, this.length, index);
    return run === 0 ? 0 : this.times[run - 1]!;
  }

  /** What comes next: a later time, and no smaller index. */
  push(time: number, index: number): void {
    const { length } = this;
    if (length > 0 && this.indices[length - 1] === index) {
      this.times[length - 1] = time;
      return;
    }
    if (length === this.times.length) {
      this.times = grown(this.times, length * 2);
      this.indices = grown(this.indices, length * 2);
    }
    this.times[length] = time;
    this.indices[length] = index;
    this.length++;
  }

  /** Drops runs that nobody asks for, but the last: what they were for is asked of the next one then. */
  keep(asked: (after: number, upTo: number) => boolean): void {
    const { times, indices, length } = this;
    let kept = 0;
    let after = 0;
    for (let run = 0; run < length; run++) {
      const upTo = times[run]!;
      if (run === length - 1 || asked(after, upTo)) {
        times[kept] = upTo;
        indices[kept] = indices[run]!;
        kept++;
      }
      after = upTo;
    }
    this.length = kept;
  }
}

/** The smaller index of both for every owner; `a` itself if that has it all. */
export function least(a: Runs | undefined, b: Runs): Runs {
  if (a === undefined) return b;
  const merged = new Runs();
  let smaller = false;
  for (let i = 0, j = 0; i < a.length || j < b.length; ) {
    const [inA, inB] = [i < a.length, j < b.length];
    const upTo = Math.min(inA ? a.times[i]! : b.last, inB ? b.times[j]! : a.last);
    const [own, other] = [inA ? a.indices[i]! : Number.POSITIVE_INFINITY, inB ? b.indices[j]! : Number.POSITIVE_INFINITY];
    if (other < own) smaller = true;
    merged.push(upTo, Math.min(own, other));
    if (inA && a.times[i] === upTo) i++;
    if (inB && b.times[j] === upTo) j++;
  }
  return smaller ? merged : a;
}
