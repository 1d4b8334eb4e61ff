// The accesses of the chunk that is being folded, first and last: per variable one row of eight numbers, a cache line, with its writes
// and the reads of one thread; a row more for every further reader. What only summaries need, the first accesses, is kept apart.

import { grown } from '../../base/grown.ts';
import * as summary from './summary.ts';

/** Words of a row. The thread is -1 where there was no such access; NEXT is the row of another reader, or -1. */
const SHIFT = 3;
export const W_THREAD = 0;
export const W_TIME = 1;
export const W_POSITION = 2;
export const R_THREAD = 3;
export const R_TIME = 4;
export const R_POSITION = 5;
export const NEXT = 6;
const VARIABLE = 7;

/** Half a row each: node and position of the first write and the first read. */
const FIRST_SHIFT = 1;
const FIRST_READ = 2;

export class Accesses {
  rows: Float64Array;
  /** Per variable: its row + 1, or 0. */
  readonly index: Int32Array;
  private firsts: Float64Array;
  private used = 0;
  private readonly touched: number[] = [];

  constructor(variables: number) {
    this.index = new Int32Array(variables);
    this.rows = new Float64Array(1 << 10);
    this.firsts = new Float64Array(this.rows.length >> FIRST_SHIFT);
  }

  get size(): number {
    return this.used;
  }

  clear(): void {
    const { touched, index } = this;
    for (let i = 0; i < touched.length; i++) index[touched[i]!] = 0;
    touched.length = 0;
    this.used = 0;
  }

  /** The row of a variable, made if there is none. */
  rowOf(x: number): number {
    const known = this.index[x]! - 1;
    if (known >= 0) return known;
    const row = this.newRow(x);
    this.index[x] = row + 1;
    this.touched.push(x);
    return row;
  }

  /**
   * Makes the reads of a thread those that stand in the head row, or the place there free if it has none: then the reader is -1. A
   * thread that reads once will read again, and finds itself at once.
   */
  readRow(head: number, t: number): number {
    const { rows } = this;
    const reader = rows[head + R_THREAD]!;
    if (reader === t || reader < 0) return head;
    for (let row = rows[head + NEXT]!; row >= 0; row = rows[row + NEXT]!)
      if (rows[row + R_THREAD] === t) {
        this.exchangeReads(head, row);
        return head;
      }
    const row = this.newRow(rows[head + VARIABLE]!);
    this.rows[row + NEXT] = this.rows[head + NEXT]!;
    this.rows[head + NEXT] = row;
    this.exchangeReads(head, row);
    return head;
  }

  private exchangeReads(head: number, other: number): void {
    const { rows, firsts } = this;
    for (let word = R_THREAD; word <= R_POSITION; word++) {
      const value = rows[head + word]!;
      rows[head + word] = rows[other + word]!;
      rows[other + word] = value;
    }
    for (let word = FIRST_READ; word < FIRST_READ + 2; word++) {
      const value = firsts[(head >> FIRST_SHIFT) + word]!;
      firsts[(head >> FIRST_SHIFT) + word] = firsts[(other >> FIRST_SHIFT) + word]!;
      firsts[(other >> FIRST_SHIFT) + word] = value;
    }
  }

  /** Notes a write as the last one; the node is that of its Before set, if it is the first. */
  putWrite(row: number, t: number, time: number, position: number, node: number, firstPosition: number): void {
    const { rows, firsts } = this;
    if (rows[row + W_THREAD]! < 0) {
      firsts[row >> FIRST_SHIFT] = node;
      firsts[(row >> FIRST_SHIFT) + 1] = firstPosition;
    }
    rows[row + W_THREAD] = t;
    rows[row + W_TIME] = time;
    rows[row + W_POSITION] = position;
  }

  putRead(row: number, t: number, time: number, position: number, node: number, firstPosition: number): void {
    const { rows, firsts } = this;
    if (rows[row + R_THREAD]! < 0) {
      firsts[(row >> FIRST_SHIFT) + FIRST_READ] = node;
      firsts[(row >> FIRST_SHIFT) + FIRST_READ + 1] = firstPosition;
    }
    rows[row + R_THREAD] = t;
    rows[row + R_TIME] = time;
    rows[row + R_POSITION] = position;
  }

  /** Moves all last accesses on by so many copies of a chunk: by the ticks of their thread and by the chunk's length. */
  shift(ticks: Float64Array, copies: number, length: number): void {
    const { rows } = this;
    for (const x of this.touched)
      for (let row = this.index[x]! - 1; row >= 0; row = rows[row + NEXT]!)
        for (let at = row; at <= row + R_THREAD; at += R_THREAD) {
          if (rows[at + W_THREAD]! < 0) continue;
          rows[at + W_TIME]! += ticks[rows[at + W_THREAD]!]! * copies;
          rows[at + W_POSITION]! += length * copies;
        }
  }

  /** Writes the rows of a summary, without those of variables for which `skip` is set, and with the new names of nodes. */
  sumUp(skip: Uint8Array, names: Int32Array, out: Float64Array): void {
    const { rows, firsts, touched, index } = this;
    let to = 0;
    for (let i = 0; i < touched.length; i++) {
      const x = touched[i]!;
      if (skip[x] === 1) continue;
      for (let row = index[x]! - 1; row >= 0; row = rows[row + NEXT]!)
        for (let at = row; at <= row + R_THREAD; at += R_THREAD) {
          if (rows[at + W_THREAD]! < 0) continue;
          const first = (row >> FIRST_SHIFT) + (at === row ? 0 : FIRST_READ);
          out[to + summary.VARIABLE] = x;
          out[to + summary.IS_WRITE] = at === row ? 1 : 0;
          out[to + summary.THREAD] = rows[at + W_THREAD]!;
          out[to + summary.TIME] = rows[at + W_TIME]!;
          out[to + summary.POSITION] = rows[at + W_POSITION]!;
          out[to + summary.FIRST_NODE] = names[firsts[first]!]!;
          out[to + summary.FIRST_POSITION] = firsts[first + 1]!;
          to += 1 << summary.ROW_SHIFT;
        }
    }
  }

  /** Marks the nodes that `sumUp` will write; returns how many rows that are. */
  mark(skip: Uint8Array, names: Int32Array): number {
    const { rows, firsts, touched, index } = this;
    let count = 0;
    for (let i = 0; i < touched.length; i++) {
      const x = touched[i]!;
      if (skip[x] === 1) continue;
      for (let row = index[x]! - 1; row >= 0; row = rows[row + NEXT]!) {
        if (rows[row + W_THREAD]! >= 0) {
          names[firsts[row >> FIRST_SHIFT]!] = 1;
          count++;
        }
        if (rows[row + R_THREAD]! >= 0) {
          names[firsts[(row >> FIRST_SHIFT) + FIRST_READ]!] = 1;
          count++;
        }
      }
    }
    return count;
  }

  private newRow(x: number): number {
    const row = this.used++ << SHIFT;
    if (row >= this.rows.length) {
      this.rows = grown(this.rows, this.rows.length * 2);
      this.firsts = grown(this.firsts, this.firsts.length * 2);
    }
    const { rows } = this;
    rows[row + W_THREAD] = -1;
    rows[row + R_THREAD] = -1;
    rows[row + NEXT] = -1;
    rows[row + VARIABLE] = x;
    return row;
  }
}
