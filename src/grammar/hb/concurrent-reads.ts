// Readers of a variable that are unordered with each other: lists of rows, one per thread. Few variables have any.

import { grown } from '../../base/grown.ts';

const SHIFT = 2;
const NEXT = 0;
const THREAD = 1;
const TIME = 2;
const POSITION = 3;

export class ConcurrentReads {
  private rows = new Float64Array(1 << 8);
  /** Row 0 is no row: 0 is the empty list. */
  private used = 1;
  private free = 0;

  /** Puts the read of thread u into the list, in the place of that of thread t if it has one; returns the list. */
  put(list: number, t: number, u: number, time: number, position: number): number {
    const known = this.find(list, t);
    const row = known === 0 ? this.take() : known;
    const { rows } = this;
    if (known === 0) rows[row + NEXT] = list;
    rows[row + THREAD] = u;
    rows[row + TIME] = time;
    rows[row + POSITION] = position;
    return known === 0 ? row : list;
  }

  /** Whether the thread stands in the list with a read at this time. */
  isKnown(list: number, t: number, time: number): boolean {
    return this.rows[this.find(list, t) + TIME] === time;
  }

  /** The position of a read that the clock at `at` does not cover, or -1. */
  firstUnordered(list: number, clock: Float64Array, at: number): number {
    const { rows } = this;
    for (let row = list; row !== 0; row = rows[row + NEXT]!)
      if (clock[at + rows[row + THREAD]!]! < rows[row + TIME]!) return rows[row + POSITION]!;
    return -1;
  }

  /** The position of the latest of them, or -1. */
  latestUnordered(list: number, clock: Float64Array, at: number): number {
    const { rows } = this;
    let latest = -1;
    for (let row = list; row !== 0; row = rows[row + NEXT]!)
      if (clock[at + rows[row + THREAD]!]! < rows[row + TIME]!) latest = Math.max(latest, rows[row + POSITION]!);
    return latest;
  }

  each(list: number, take: (thread: number, time: number, position: number) => void): void {
    const { rows } = this;
    for (let row = list; row !== 0; row = rows[row + NEXT]!) take(rows[row + THREAD]!, rows[row + TIME]!, rows[row + POSITION]!);
  }

  release(list: number): void {
    const { rows } = this;
    let last = list;
    while (rows[last + NEXT] !== 0) last = rows[last + NEXT]!;
    rows[last + NEXT] = this.free;
    this.free = list;
  }

  private find(list: number, t: number): number {
    const { rows } = this;
    let row = list;
    while (row !== 0 && rows[row + THREAD] !== t) row = rows[row + NEXT]!;
    return row;
  }

  private take(): number {
    if (this.free === 0) {
      const row = this.used++ << SHIFT;
      if (row >= this.rows.length) this.rows = grown(this.rows, this.rows.length * 2);
      return row;
    }
    const row = this.free;
    this.free = this.rows[row + NEXT]!;
    return row;
  }
}
