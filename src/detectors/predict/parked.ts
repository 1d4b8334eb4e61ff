// The threads of a search by what their next event is about: of an access its cell, of anything else but an acquire one list for all. Who
// takes a step finds those whose next event may have become possible by it, without a look at the others. O(1) per change.

import { ACCESS_KINDS, NO_ACCESS, Op } from '../../trace/operation.ts';
import type { TraceIndex } from '../sync-preserving/trace-index.ts';

/** The end of a list, and the list of those who are in none. */
export const NOBODY = -1;

export class Parked {
  /** The list of the events that are no accesses. */
  readonly elsewhere: number;
  private readonly trace: TraceIndex;
  /** Per list: its first thread. Per thread: its neighbours. */
  readonly heads: Int32Array;
  readonly following: Int32Array;
  private readonly previous: Int32Array;

  constructor(trace: TraceIndex) {
    this.trace = trace;
    this.elsewhere = trace.cellCount;
    this.heads = new Int32Array(trace.cellCount + 1).fill(NOBODY);
    this.following = new Int32Array(trace.threads).fill(NOBODY);
    this.previous = new Int32Array(trace.threads).fill(NOBODY);
  }

  /** Thread t has done its first n events. */
  add(t: number, n: number): void {
    const list = this.list(t, n);
    if (list === NOBODY) return;
    const head = this.heads[list]!;
    this.following[t] = head;
    this.previous[t] = NOBODY;
    if (head !== NOBODY) this.previous[head] = t;
    this.heads[list] = t;
  }

  /** Thread t, which has done its first n events, goes on; it may be in no list. */
  remove(t: number, n: number): void {
    const list = this.list(t, n);
    if (list === NOBODY) return;
    const after = this.following[t]!;
    const before = this.previous[t]!;
    if (before !== NOBODY) this.following[before] = after;
    else if (this.heads[list] === t) this.heads[list] = after;
    if (after !== NOBODY) this.previous[after] = before;
    this.following[t] = this.previous[t] = NOBODY;
  }

  private list(t: number, n: number): number {
    const { columns, cells, threadStart, threadEvents } = this.trace;
    const at = threadStart[t]! + n;
    if (at === threadStart[t + 1]) return NOBODY;
    const e = threadEvents[at]!;
    const op = columns.ops[e]!;
    if (ACCESS_KINDS[op] !== NO_ACCESS) return cells[e]!;
    return op === Op.acquire || op === Op.acquireShared ? NOBODY : this.elsewhere;
  }
}
