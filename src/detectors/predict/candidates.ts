// The earlier accesses that an access may race with: conflicting, of another thread, not bound to come before it in every schedule.
// Accesses of one thread that need the same and hold the same are as good as each other: the first one stands for the next.

import { conflict } from '../../trace/operation.ts';
import type { Ideals } from '../prediction/ideals.ts';
import type { Lanes } from '../prediction/lanes.ts';
import type { TraceIndex } from '../prediction/trace-index.ts';

/** How many accesses of a lane are offered from its start and from its end, and how many are looked at for that. */
const MOST = 8;
const LOOKED_AT = 64;

export class Candidates {
  private readonly trace: TraceIndex;
  private readonly lanes: Lanes;
  private readonly must: Ideals;

  constructor(trace: TraceIndex, lanes: Lanes, must: Ideals) {
    this.trace = trace;
    this.lanes = lanes;
    this.must = must;
  }

  /** Accesses of the lanes that come before `second`; the earliest ones of a lane first. */
  of(second: number, lanes: readonly number[]): number[] {
    const { laneStart, accesses } = this.lanes;
    const found: number[] = [];
    for (const lane of lanes) {
      if (accesses[laneStart[lane]!]! > second) continue;
      const from = this.firstFree(second, lane);
      if (from === laneStart[lane + 1] || accesses[from]! > second) continue;
      this.collect(
        second,
        from,
        this.firstFrom(from, laneStart[lane + 1]!, (e) => e > second),
        found,
      );
    }
    return found;
  }

  /** Where in the lane the accesses begin that need not come before `second`. */
  private firstFree(second: number, lane: number): number {
    const { must, trace, lanes } = this;
    const { index, columns } = trace;
    const row = must.rowAfter(columns.threads[second]!, index[second]! - 1);
    const n = must.rows[row * must.stride + lanes.laneThreads[lane]!]!;
    return this.firstFrom(lanes.laneStart[lane]!, lanes.laneStart[lane + 1]!, (e) => index[e]! > n);
  }

  private firstFrom(from: number, to: number, isBeyond: (e: number) => boolean): number {
    let low = from;
    let high = to;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (isBeyond(this.lanes.accesses[middle]!)) high = middle;
      else low = middle + 1;
    }
    return low;
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
    let last = '';
    let taken = 0;
    for (let at = from; at < to && taken < MOST; at++) {
      const e = accesses[at]!;
      if (!conflict(ops[e]!, ops[second]!)) continue;
      if (sections.excluding(held[e]!, held[second]!) >= 0) continue;
      const kind = this.kind(e);
      if (kind === last) continue;
      last = kind;
      taken++;
      found.push(e);
    }
  }

  /** What the access needs and holds: accesses of a thread that agree in this are alike. */
  kind(e: number): string {
    const { trace, must } = this;
    const t = trace.columns.threads[e]!;
    return `${t},${must.rowAfter(t, trace.index[e]! - 1)},${trace.held[e]!}`;
  }
}
