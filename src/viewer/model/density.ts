// How many reads and writes a thread does in any stretch of the run, in O(1): sums from the beginning, per thread and bin of rows. Any level of
// detail is the difference of two of them, so that a run of ten million events takes a picture as many steps as it has columns of pixels.
// Memory is bounded: the more threads and rows, the wider the bins; what is narrower than a bin is drawn event by event.

import type { Columns } from '../../trace/columns.ts';
import { ACCESS_KINDS, isWrite, NO_ACCESS } from '../../trace/operation.ts';
import type { Row } from './view-trace.ts';

/** Sums of one kind: with both 16 MB at most, or a bin for each thread if they are more. */
const MOST_SUMS = 1 << 21;
const NARROWEST = 6;

export class Density {
  /** Rows of a bin: a power of two. */
  readonly bin: number;
  private readonly shift: number;
  private readonly width: number;
  private readonly reads: Uint32Array;
  private readonly writes: Uint32Array;

  constructor({ length, ops, threads, bounds }: Columns, mostSums: number = MOST_SUMS) {
    let shift = NARROWEST;
    while (bounds.threads * ((length >>> shift) + 2) > mostSums && length >>> shift > 0) shift++;
    const width = (length >>> shift) + 2;
    const reads = new Uint32Array(bounds.threads * width);
    const writes = new Uint32Array(bounds.threads * width);
    for (let row = 0; row < length; row++) {
      const op = ops[row]!;
      if (ACCESS_KINDS[op] === NO_ACCESS) continue;
      const at = threads[row]! * width + (row >>> shift) + 1;
      if (isWrite(op)) writes[at]!++;
      else reads[at]!++;
    }
    for (const sums of [reads, writes])
      for (let t = 0; t < bounds.threads; t++)
        for (let at = t * width + 1; at < (t + 1) * width; at++) sums[at]! += sums[at - 1]!;
    this.bin = 1 << shift;
    this.shift = shift;
    this.width = width;
    this.reads = reads;
    this.writes = writes;
  }

  /** Both bounds are taken down to a bin: stretches that touch are counted once. */
  countReads(thread: number, from: Row, to: Row): number {
    return this.count(this.reads, thread, from, to);
  }

  countWrites(thread: number, from: Row, to: Row): number {
    return this.count(this.writes, thread, from, to);
  }

  private count(sums: Uint32Array, thread: number, from: Row, to: Row): number {
    const base = thread * this.width;
    const last = this.width - 1;
    return sums[base + Math.min(to >>> this.shift, last)]! - sums[base + Math.min(from >>> this.shift, last)]!;
  }
}
