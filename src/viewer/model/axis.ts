// From rows to places along the axis and back. Stretches that nobody asked for are folded into gaps of one width, each of which knows how many rows
// it hides. The function grows with the row, and is linear between gaps; O(log gaps) either way.

import { bisect } from '../../base/bisect.ts';
import type { Row } from './view-trace.ts';

/** Rows that a gap is as wide as; shorter stretches stay. */
const GAP_WIDTH = 3;

export interface Gap {
  /** The first row that is folded, and the first behind it. */
  readonly from: Row;
  readonly to: Row;
}

export class Axis {
  /** How far it goes: the place behind the last row. */
  readonly length: number;
  private readonly rows: number;
  private readonly gaps: readonly Gap[];
  /** Where each gap begins. */
  private readonly places: Float64Array;

  /** `gaps` in their order, none of which touch. */
  constructor(rows: number, gaps: readonly Gap[] = []) {
    this.rows = rows;
    this.gaps = gaps.filter(({ from, to }) => to - from > GAP_WIDTH);
    this.places = new Float64Array(this.gaps.length);
    let folded = 0;
    this.gaps.forEach(({ from, to }, i) => {
      this.places[i] = from - folded;
      folded += to - from - GAP_WIDTH;
    });
    this.length = rows - folded;
  }

  /** All but what is near to the wanted rows, which ascend. */
  static around(rows: number, wanted: ArrayLike<Row>, margin = 1): Axis {
    const gaps: Gap[] = [];
    let from = 0;
    for (let i = 0; i < wanted.length; i++) {
      const row = wanted[i]!;
      if (row - margin > from) gaps.push({ from, to: row - margin });
      from = Math.max(from, Math.min(rows, row + margin + 1));
    }
    if (from < rows) gaps.push({ from, to: rows });
    return new Axis(rows, gaps);
  }

  /** Where a row begins; rows may have parts. */
  place(row: number): number {
    const i = bisect(0, this.gaps.length, (gap) => this.gaps[gap]!.from <= row) - 1;
    if (i < 0) return row;
    const { from, to } = this.gaps[i]!;
    const start = this.places[i]!;
    return row < to ? start + ((row - from) / (to - from)) * GAP_WIDTH : start + GAP_WIDTH + (row - to);
  }

  /** The row at a place, with its part; within the axis. */
  rowAt(place: number): number {
    const within = Math.max(0, Math.min(place, this.length));
    const i = bisect(0, this.gaps.length, (gap) => this.places[gap]! <= within) - 1;
    if (i < 0) return within;
    const { from, to } = this.gaps[i]!;
    const beyond = within - this.places[i]!;
    const row = beyond < GAP_WIDTH ? from + (beyond / GAP_WIDTH) * (to - from) : to + beyond - GAP_WIDTH;
    return Math.min(row, this.rows);
  }

  /** The gap that a row is folded into. */
  gapOf(row: Row): Gap | undefined {
    const gap = this.gaps[bisect(0, this.gaps.length, (i) => this.gaps[i]!.from <= row) - 1];
    return gap !== undefined && row < gap.to ? gap : undefined;
  }

  /** The gaps that are at least in part between two places, in their order. */
  gapsWithin(from: number, to: number): readonly Gap[] {
    const first = bisect(0, this.gaps.length, (i) => this.places[i]! + GAP_WIDTH <= from);
    const end = bisect(first, this.gaps.length, (i) => this.places[i]! < to);
    return this.gaps.slice(first, end);
  }
}
