// Where the thread of a block may stand while another comes in: between its two accesses, at points where it holds no lock that keeps the
// other out. Of points between which it takes and gives back no lock and does nothing to the memory cell, the first will do: nobody needs
// it to be further.

import { ACCESS_KINDS, isWrite, NO_ACCESS } from '../../trace/operation.ts';
import type { Cut } from '../../witness/cut.ts';
import type { PairDecision } from '../predict/pair-decision.ts';
import { NOTHING } from '../sync-preserving/critical-sections.ts';
import type { TraceIndex } from '../sync-preserving/trace-index.ts';

export class Points {
  /** Events that were looked at. */
  steps = 0;
  private readonly trace: TraceIndex;
  private readonly decision: PairDecision;

  constructor(trace: TraceIndex, decision: PairDecision) {
    this.trace = trace;
    this.decision = decision;
  }

  /** The events of the block before which it may stand, last one first; not those at which nothing can be done about the cut. */
  of(cut: Cut): number[] {
    const points = this.open(cut);
    const { decision } = this;
    for (let first = 0; first < points.length; ) {
      if (!decision.refutesGoal([points[first]!, cut.cut])) return this.few(points.slice(first), this.trace.cells[cut.cut]!);
      if (decision.isNeeded(cut.cut)) return [];
      while (first < points.length && decision.isNeeded(points[first]!)) first++;
    }
    return [];
  }

  /**
   * How far the other must go on so that the block can, by its place in its thread: to the release of what keeps the block out. 0 if it need
   * not, undefined if the block cannot go on after the cut, whatever the schedule to the point that was asked about last.
   */
  after(point: number, { own, cut, index }: Cut): number | undefined {
    const { trace, decision } = this;
    const { sections, columns, index: place } = trace;
    const [t, u] = [columns.threads[index]!, columns.threads[cut]!];
    let last = 0;
    for (let c = trace.held[cut]!; c !== NOTHING; c = sections.chainRests[c]!) {
      const s = sections.chainSections[c]!;
      if (!this.isWanted(s, point, index)) continue;
      if (sections.releases[s] === 0) return undefined;
      last = Math.max(last, sections.releases[s]!);
    }
    const isWritten = isWrite(columns.ops[cut]!);
    if (last > 0 && decision.must.entryAfter(u, last, t) >= place[point]!) return undefined;
    // Who reads something else may do something else: it may never come to the release.
    if (last > 0 && !isWritten && this.isOverwritten(trace.sources[cut]!, own)) return undefined;
    return isWritten && this.isReadAgain(point, index) ? undefined : last;
  }

  /** All points at which no lock keeps the other out. */
  private open({ own, cut, index }: Cut): number[] {
    const { trace } = this;
    const { threadEvents, threadStart, columns, index: place, held, sections } = trace;
    const start = threadStart[columns.threads[own]!]!;
    const points: number[] = [];
    for (let n = place[own]! + 1; n <= place[index]!; n++) {
      const before = held[threadEvents[start + n - 2]!]!;
      if (sections.excluding(before, held[cut]!) < 0) points.push(threadEvents[start + n - 1]!);
    }
    this.steps += place[index]! - place[own]!;
    return points;
  }

  /** The first and the last one, and those before which the thread took or gave back a lock or accessed the cell. */
  private few(points: readonly number[], cell: number): number[] {
    const { threadEvents, threadStart, columns, index, held, cells } = this.trace;
    const last = points.length - 1;
    const isChange = (e: number): boolean => {
      const at = threadStart[columns.threads[e]!]! + index[e]! - 1;
      const [before, earlier] = [threadEvents[at - 1]!, threadEvents[at - 2]!];
      return held[before] !== held[earlier] || (isAccess(columns.ops[before]!) && cells[before] === cell);
    };
    return points.filter((e, i) => i === 0 || i === last || isChange(e)).reverse();
  }

  /** Whether the thread of a block needs the lock of a section of another, from the point on. */
  private isWanted(s: number, point: number, index: number): boolean {
    const { held, sections, threadEvents, threadStart, columns, index: place } = this.trace;
    const start = threadStart[columns.threads[index]!]!;
    this.steps += place[index]! - place[point]!;
    for (let n = place[point]!; n < place[index]!; n++)
      for (let c = held[threadEvents[start + n - 1]!]!; c !== NOTHING; c = sections.chainRests[c]!) {
        const own = sections.chainSections[c]!;
        if (sections.locks[own] === sections.locks[s] && (sections.shared[own] === 0 || sections.shared[s] === 0)) return true;
      }
    return false;
  }

  /** Whether the first write of a block comes after one, plus one, that a read saw: the read does not see that one after it. */
  private isOverwritten(source: number, own: number): boolean {
    if (source === 0) return true;
    const { threads } = this.trace.columns;
    const [t, u] = [threads[own]!, threads[source - 1]!];
    if (t === u) return source - 1 < own;
    return this.decision.must.entryAfter(t, this.trace.index[own]!, u) >= this.trace.index[source - 1]!;
  }

  /** Whether the block, from the point on, reads what was written before it: a write that comes in there would be seen. */
  private isReadAgain(point: number, index: number): boolean {
    const { trace, decision } = this;
    const { threadEvents, threadStart, columns, index: place, cells, sources } = trace;
    const start = threadStart[columns.threads[index]!]!;
    for (let n = place[point]!; n < place[index]!; n++) {
      const e = threadEvents[start + n - 1]!;
      if (!isAccess(columns.ops[e]!) || isWrite(columns.ops[e]!) || cells[e] !== cells[index]) continue;
      if (sources[e] === 0 || decision.isNeeded(sources[e]! - 1)) return true;
    }
    return false;
  }
}

function isAccess(op: number): boolean {
  return ACCESS_KINDS[op] !== NO_ACCESS;
}
