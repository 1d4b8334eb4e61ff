// All accesses of one kind to each variable, by thread: a chain of lanes, one per thread, each a growing array of (time,
// position). Times only grow within a lane, so that the accesses after a given time are a suffix, found by binary search.

import { grown } from '../../base/grown.ts';

/** A lane: the next one of the chain (0: none), thread, last time, where its entries lie, how many there are and may be. */
const LANE = 6;
const NEXT = 0;
const THREAD = 1;
const LAST = 2;
const START = 3;
const COUNT = 4;
const CAPACITY = 5;
const SMALLEST = 2;

export type Lane = number;
export const NONE: Lane = 0;

export class AccessLog {
  private lanes = new Uint32Array(64 * LANE);
  private laneCount = 1;
  private entries = new Uint32Array(1024);
  private used = 0;
  /** Arrays that were outgrown or released, per capacity (as a power of two), and released lanes. */
  private readonly freeEntries: number[][] = [];
  private readonly freeLanes: Lane[] = [];

  next(lane: Lane): Lane {
    return this.lanes[lane + NEXT]!;
  }

  thread(lane: Lane): number {
    return this.lanes[lane + THREAD]!;
  }

  /** How many accesses of the lane are later than `time`; they are the last ones. */
  countAfter(lane: Lane, time: number): number {
    const { lanes, entries } = this;
    if (lanes[lane + LAST]! <= time) return 0;
    const start = lanes[lane + START]!;
    // By hand: this is the whole work of the detector, and `bisect` made it 1.1 to 1.5 times as slow.
    let low = 0;
    let high = lanes[lane + COUNT]! - 1;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (entries[start + middle * 2]! > time) high = middle;
      else low = middle + 1;
    }
    return lanes[lane + COUNT]! - low;
  }

  /** The position of the i-th access from the end; 1 is the last one. */
  fromEnd(lane: Lane, i: number): number {
    return this.entries[this.lanes[lane + START]! + (this.lanes[lane + COUNT]! - i) * 2 + 1]!;
  }

  /** Adds an access to the chain that starts with `first`, or to a new one, and tells where the chain starts. */
  append(first: Lane, t: number, time: number, position: number): Lane {
    let lane = first;
    while (lane !== NONE && this.lanes[lane + THREAD] !== t) lane = this.lanes[lane + NEXT]!;
    const chain = lane === NONE ? this.newLane(first, t) : first;
    if (lane === NONE) lane = chain;
    const { lanes } = this;
    const count = lanes[lane + COUNT]!;
    if (count === lanes[lane + CAPACITY]!) this.enlarge(lane);
    const at = lanes[lane + START]! + count * 2;
    this.entries[at] = time;
    this.entries[at + 1] = position;
    lanes[lane + LAST] = time;
    lanes[lane + COUNT] = count + 1;
    return chain;
  }

  release(first: Lane): void {
    for (let lane = first; lane !== NONE; lane = this.next(lane)) {
      this.releaseEntries(this.lanes[lane + START]!, this.lanes[lane + CAPACITY]!);
      this.freeLanes.push(lane);
    }
  }

  private newLane(next: Lane, t: number): Lane {
    const lane = this.freeLanes.pop() ?? this.laneCount++ * LANE;
    if (lane + LANE > this.lanes.length) this.lanes = grown(this.lanes, this.lanes.length * 2);
    this.lanes.set([next, t, 0, this.allocateEntries(SMALLEST), 0, SMALLEST], lane);
    return lane;
  }

  private enlarge(lane: Lane): void {
    const { lanes } = this;
    const start = lanes[lane + START]!;
    const capacity = lanes[lane + CAPACITY]!;
    lanes[lane + START] = this.allocateEntries(capacity * 2);
    lanes[lane + CAPACITY] = capacity * 2;
    this.entries.copyWithin(lanes[lane + START]!, start, start + capacity * 2);
    this.releaseEntries(start, capacity);
  }

  private allocateEntries(capacity: number): number {
    const again = this.freeEntries[Math.log2(capacity)]?.pop();
    if (again !== undefined) return again;
    const start = this.used;
    this.used += capacity * 2;
    if (this.used > this.entries.length) this.entries = grown(this.entries, Math.max(this.entries.length * 2, this.used));
    return start;
  }

  private releaseEntries(start: number, capacity: number): void {
    const list = this.freeEntries[Math.log2(capacity)];
    if (list === undefined) this.freeEntries[Math.log2(capacity)] = [start];
    else list.push(start);
  }
}
