// The earlier accesses that an access may race with: conflicting, of another thread, not bound to come before it in every schedule.
// Accesses of one thread that need the same and hold the same are as good as each other: the first one stands for the next.

import { firstAbove } from '../../base/bisect.ts';
import { conflict } from '../../trace/operation.ts';
import type { Ideals } from '../sync-preserving/ideals.ts';
import type { Lanes } from '../sync-preserving/lanes.ts';
import type { TraceIndex } from '../sync-preserving/trace-index.ts';

/** How many accesses of a lane are offered from its start and from its end, and how many are looked at for that. */
const MOST = 8;
const LOOKED_AT = 64;

const NONE: readonly number[] = [];

export class Candidates {
  private readonly trace: TraceIndex;
  private readonly lanes: Lanes;
  private readonly must: Ideals;
  /** What must come before the access at hand: the row that was read last. */
  private readonly before: Uint32Array;
  private row = -1;

  constructor(trace: TraceIndex, lanes: Lanes, must: Ideals) {
    this.trace = trace;
    this.lanes = lanes;
    this.must = must;
    this.before = new Uint32Array(must.stride);
  }

  /** Accesses of the rivals, up to their ends, that the access of a lane may race with; the earliest ones of a rival first. */
  of(at: number, lane: number, rivals: readonly number[], ends: Uint32Array): readonly number[] {
    const { must } = this;
    const { laneStart, laneThreads, accesses, indices } = this.lanes;
    const row = must.rowAfter(laneThreads[lane]!, indices[at]! - 1);
    if (row !== this.row) must.read(row, this.before);
    this.row = row;
    let found: number[] | undefined;
    for (let i = 0; i < rivals.length; i++) {
      const start = laneStart[rivals[i]!]!;
      const end = ends[i]!;
      // Those that must come before the access are the first ones.
      const bound = this.before[laneThreads[rivals[i]!]!]!;
      if (start === end || indices[end - 1]! <= bound) continue;
      found ??= [];
      this.collect(accesses[at]!, firstAbove(indices, start, end, bound), end, found);
    }
    return found ?? NONE;
  }

  private collect(second: number, from: number, to: number, found: number[]): void {
    const front = Math.min(to, from + LOOKED_AT);
    this.distinct(second, from, front, found);
    this.distinct(second, Math.max(front, to - LOOKED_AT), to, found);
  }

  private distinct(second: number, from: number, to: number, found: number[]): void {
    const { accesses } = this.lanes;
    const { ops } = this.trace.columns;
    const { held, sections } = this.trace;
    let lastRow = -1;
    let lastHeld = -1;
    let taken = 0;
    for (let at = from; at < to && taken < MOST; at++) {
      const e = accesses[at]!;
      if (!conflict(ops[e]!, ops[second]!)) continue;
      if (sections.excluding(held[e]!, held[second]!) >= 0) continue;
      const row = this.needs(e);
      if (row === lastRow && held[e] === lastHeld) continue;
      lastRow = row;
      lastHeld = held[e]!;
      taken++;
      found.push(e);
    }
  }

  /** What the access needs and holds: accesses of a thread that agree in this are alike. */
  kind(e: number): string {
    const { columns, held } = this.trace;
    return `${columns.threads[e]!},${this.needs(e)},${held[e]!}`;
  }

  /** The row of what must come before the access. */
  private needs(e: number): number {
    const { columns, index } = this.trace;
    return this.must.rowAfter(columns.threads[e]!, index[e]! - 1);
  }
}
