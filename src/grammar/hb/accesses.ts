// The accesses of the chunk that is being folded: per variable its writes, per variable and thread its reads, first and last.
// One row of eight numbers each, found through a dense index; the rows of a variable are a list that begins with its writes.

import { grownFloats } from '../floats.ts';
import type { HbAccesses } from './summary.ts';

/** Words of a row. THREAD is -1 in a write row as long as there was no write; NEXT is the row of another reader, or -1. */
export const SHIFT = 3;
export const THREAD = 0;
export const TIME = 1;
export const POSITION = 2;
export const FIRST_NODE = 3;
export const FIRST_POSITION = 4;
export const NEXT = 5;
const VARIABLE = 6;

export class Accesses {
  rows = new Float64Array(1 << 10);
  /** Rows in use. */
  private used = 0;
  private freed: number[] = [];
  /** Per variable: its write row + 1, or 0. */
  private readonly index: Int32Array;
  private readonly touched: number[] = [];

  constructor(variables: number) {
    this.index = new Int32Array(variables);
  }

  clear(): void {
    for (const x of this.touched) this.index[x] = 0;
    this.touched.length = 0;
    this.used = 0;
    this.freed.length = 0;
  }

  /** The write row of a variable, or -1 if it was not accessed. */
  find(x: number): number {
    return this.index[x]! - 1;
  }

  /** The write row of a variable, made if there is none. */
  rowOf(x: number): number {
    const known = this.index[x]! - 1;
    if (known >= 0) return known;
    const row = this.newRow(x, -1);
    this.index[x] = row + 1;
    this.touched.push(x);
    return row;
  }

  /** The row of the reads of a thread, made if there is none: then its time is 0. */
  readRow(head: number, t: number): number {
    const { rows } = this;
    for (let row = rows[head + NEXT]!; row >= 0; row = rows[row + NEXT]!) if (rows[row + THREAD] === t) return row;
    const row = this.newRow(rows[head + VARIABLE]!, t);
    this.rows[row + NEXT] = this.rows[head + NEXT]!;
    this.rows[head + NEXT] = row;
    return row;
  }

  /** Forgets the reads of a variable. */
  dropReads(head: number): void {
    const { rows } = this;
    for (let row = rows[head + NEXT]!; row >= 0; row = rows[row + NEXT]!) this.freed.push(row);
    rows[head + NEXT] = -1;
  }

  /** Moves all last accesses on: by the time of their thread's clock and by positions. */
  shift(times: Float64Array, positions: number): void {
    const { rows } = this;
    for (const x of this.touched)
      for (let row = this.index[x]! - 1; row >= 0; row = rows[row + NEXT]!) {
        if (rows[row + THREAD]! < 0) continue;
        rows[row + TIME]! += times[rows[row + THREAD]!]!;
        rows[row + POSITION]! += positions;
      }
  }

  /** The rows as columns, without those of variables for which `skip` is set. */
  columns(skip: Uint8Array): HbAccesses {
    const { rows } = this;
    const kept: number[] = [];
    for (const x of this.touched) {
      if (skip[x] === 1) continue;
      const head = this.index[x]! - 1;
      if (rows[head + THREAD]! >= 0) kept.push(head);
      for (let row = rows[head + NEXT]!; row >= 0; row = rows[row + NEXT]!) kept.push(row);
    }
    const heads = new Uint8Array(kept.length);
    for (let i = 0; i < kept.length; i++) heads[i] = this.index[rows[kept[i]! + VARIABLE]!]! - 1 === kept[i] ? 1 : 0;
    return {
      count: kept.length,
      variables: Int32Array.from(kept, (row) => rows[row + VARIABLE]!),
      writes: heads,
      threads: Int32Array.from(kept, (row) => rows[row + THREAD]!),
      times: Float64Array.from(kept, (row) => rows[row + TIME]!),
      positions: Float64Array.from(kept, (row) => rows[row + POSITION]!),
      firstNodes: Int32Array.from(kept, (row) => rows[row + FIRST_NODE]!),
      firstPositions: Float64Array.from(kept, (row) => rows[row + FIRST_POSITION]!),
    };
  }

  private newRow(x: number, t: number): number {
    const row = this.freed.pop() ?? this.used++ << SHIFT;
    if (row >= this.rows.length) this.rows = grownFloats(this.rows, this.rows.length * 2);
    const { rows } = this;
    rows[row + THREAD] = t;
    rows[row + TIME] = 0;
    rows[row + NEXT] = -1;
    rows[row + VARIABLE] = x;
    return row;
  }
}
