// Which lanes of a cell can race at all: not those that always hold a lock in common. Most cells are settled here, without a look
// at any pair. One step per access, and where a lane has several lock sets, one per lock held.

import { ATOMIC } from '../../trace/operation.ts';
import { NOTHING } from './critical-sections.ts';
import type { Lanes } from './lanes.ts';
import type { TraceIndex } from './trace-index.ts';

export class Guards {
  private readonly trace: TraceIndex;
  private readonly lanes: Lanes;

  constructor(trace: TraceIndex, lanes: Lanes) {
    this.trace = trace;
    this.lanes = lanes;
  }

  /** For each of the lanes from … to - 1 of a cell: those of the others that share no lock with it throughout and that it conflicts with. */
  rivals(from: number, to: number): number[][] {
    const guards: number[][] = [];
    for (let lane = from; lane < to; lane++) guards.push(this.guardsOf(lane));
    const rivals: number[][] = guards.map(() => []);
    for (let a = from; a < to; a++)
      for (let b = a + 1; b < to; b++) {
        if (!this.mayConflict(a, b)) continue;
        if (guards[a - from]!.some((lock) => guards[b - from]!.includes(lock))) continue;
        rivals[a - from]!.push(b);
        rivals[b - from]!.push(a);
      }
    return rivals;
  }

  private mayConflict(a: number, b: number): boolean {
    const { laneThreads, laneKinds } = this.lanes;
    if (laneThreads[a] === laneThreads[b] || (laneKinds[a] === ATOMIC && laneKinds[b] === ATOMIC)) return false;
    return this.writes(a) || this.writes(b);
  }

  private writes(lane: number): boolean {
    const { laneStart, nextWrites } = this.lanes;
    return nextWrites[laneStart[lane]!]! < laneStart[lane + 1]!;
  }

  /** The locks that every access of the lane holds exclusively. */
  private guardsOf(lane: number): number[] {
    const { laneStart, accesses } = this.lanes;
    const { held } = this.trace;
    const start = laneStart[lane]!;
    let chain = held[accesses[start]!]!;
    let guards = this.locks(chain);
    for (let at = start + 1; at < laneStart[lane + 1]! && guards.length > 0; at++) {
      if (held[accesses[at]!] === chain) continue;
      chain = held[accesses[at]!]!;
      const locks = this.locks(chain);
      if (!guards.every((lock) => locks.includes(lock))) guards = guards.filter((lock) => locks.includes(lock));
    }
    return guards;
  }

  private locks(chain: number): number[] {
    const { sections } = this.trace;
    const locks: number[] = [];
    for (let c = chain; c !== NOTHING; c = sections.chainRests[c]!) {
      const s = sections.chainSections[c]!;
      if (sections.shared[s] === 0) locks.push(sections.locks[s]!);
    }
    return locks;
  }
}
