// How much of the trace a search has to reorder. What must come before the two accesses can run in the order of the trace up to the
// first acquire of a lock that is never given up there though others take it later; only the rest is the window.

import { bisect, firstAbove } from '../../base/bisect.ts';
import { NOTHING } from '../sync-preserving/critical-sections.ts';
import type { Ideals } from '../sync-preserving/ideals.ts';
import type { TraceIndex } from '../sync-preserving/trace-index.ts';

export class Windows {
  /** Per thread: the events before the window, in every one of which the order of the trace holds. */
  readonly base: Uint32Array;
  private readonly trace: TraceIndex;
  private readonly must: Ideals;

  constructor(must: Ideals) {
    this.must = must;
    this.trace = must.trace;
    this.base = new Uint32Array(must.stride);
  }

  /** The position up to which `need` can run in the order of the trace. */
  conflict(need: Uint32Array): number {
    const { trace, must } = this;
    const { sections } = trace;
    let earliest = trace.columns.length;
    for (let t = 0; t < need.length; t++)
      for (let c = trace.heldAfter(t, need[t]!); c !== NOTHING; c = sections.chainRests[c]!) {
        const s = sections.chainSections[c]!;
        if (sections.positions[s]! < earliest && must.followed(need, s, t)) earliest = sections.positions[s]!;
      }
    return earliest;
  }

  /** Sets `base` to what of `need` comes before the position; gives how many events are left for the window. */
  cut(need: Uint32Array, position: number): number {
    let left = 0;
    for (let t = 0; t < need.length; t++) {
      this.base[t] = Math.min(need[t]!, this.before(t, position));
      left += need[t]! - this.base[t]!;
    }
    return left;
  }

  /** The earliest position that leaves at most so many events for the window. */
  earliest(need: Uint32Array, position: number, most: number): number {
    return bisect(0, position, (at) => this.cut(need, at) > most);
  }

  /** How many events thread t has before the position. */
  private before(t: number, position: number): number {
    const { threadEvents, threadStart } = this.trace;
    const start = threadStart[t]!;
    return firstAbove(threadEvents, start, threadStart[t + 1]!, position - 1) - start;
  }
}
