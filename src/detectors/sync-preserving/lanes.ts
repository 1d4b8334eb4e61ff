// The accesses of every cell that several threads touch and somebody writes, by thread and kind: a lane is what one thread does to
// one cell, plain or atomic, in its order. Only between lanes that are not both atomic can races be. 12 bytes per access to such a cell.

import { type Meter, unlimited } from '../../base/meter.ts';
import type { Columns } from '../../trace/columns.ts';
import { ACCESS_KINDS, isWrite, NO_ACCESS, PLAIN } from '../../trace/operation.ts';
import { TraceFull } from './trace-full.ts';
import type { TraceIndex } from './trace-index.ts';

/** What a lane takes in bytes beside its start and its key. */
const LANE = 5;
/** What an access takes, and what more while they are sorted. */
const ACCESS = 12;
const SORTING = 8;

const UNTOUCHED = 0xffff_ffff;
const SEVERAL = 0xffff_fffe;

export class Lanes {
  /** Lanes of the i-th shared cell: laneStart[i] … laneStart[i + 1]. */
  readonly cellStart: Uint32Array;
  /** Accesses of lane l: accesses[laneStart[l] … laneStart[l + 1]), as positions. */
  readonly laneStart: Uint32Array;
  readonly laneThreads: Uint32Array;
  /** PLAIN or ATOMIC. */
  readonly laneKinds: Uint8Array;
  readonly accesses: Uint32Array;
  /** Beside each access: its place in its thread. Columns of the trace are far apart in memory, these are read in order. */
  readonly indices: Uint32Array;
  /** Beside each access: where in `accesses` the first write at or after it is; the end of the lane if there is none. */
  readonly nextWrites: Uint32Array;

  /** Of the variables that have a 1, if that is given. Throws if there are more lanes than `meter` has memory for. */
  constructor(trace: TraceIndex, meter: Meter = unlimited(), variables?: Uint8Array) {
    const { columns, cells } = trace;
    const { ops, length } = columns;
    const { number, count } = sharedCells(trace, variables);
    const cellAccesses = new Uint32Array(count + 1);
    for (let e = 0; e < length; e++)
      if (ACCESS_KINDS[ops[e]!] !== NO_ACCESS && number[cells[e]!] !== 0) cellAccesses[number[cells[e]!]!]!++;
    for (let c = 0; c < count; c++) cellAccesses[c + 1]! += cellAccesses[c]!;
    const kept = cellAccesses[count]!;
    if (!meter.take(kept * (ACCESS + SORTING))) throw new TraceFull(length >>> 1);
    this.accesses = new Uint32Array(kept);
    const next = cellAccesses.slice();
    for (let e = 0; e < length; e++)
      if (ACCESS_KINDS[ops[e]!] !== NO_ACCESS && number[cells[e]!] !== 0) this.accesses[next[number[cells[e]!]! - 1]!++] = e;
    this.cellStart = new Uint32Array(count + 1);
    const byLane = new LaneSort(columns, meter);
    for (let c = 0; c < count; c++) {
      this.cellStart[c] = byLane.count;
      if (!byLane.sort(this.accesses, cellAccesses[c]!, cellAccesses[c + 1]!)) throw new TraceFull(length >>> 1);
    }
    meter.give(kept * SORTING);
    this.cellStart[count] = byLane.count;
    const keys = byLane.keys.subarray(0, byLane.count);
    this.laneStart = byLane.starts;
    this.laneStart[byLane.count] = kept;
    this.laneThreads = keys.map((key) => key >>> 2);
    this.laneKinds = Uint8Array.from(keys, (key) => key & 3);
    this.indices = this.accesses.map((e) => trace.index[e]!);
    this.nextWrites = this.findWrites(ops);
  }

  get cellCount(): number {
    return this.cellStart.length - 1;
  }

  private findWrites(ops: Uint8Array): Uint32Array {
    const { accesses, laneStart } = this;
    const next = new Uint32Array(accesses.length);
    for (let l = this.laneThreads.length - 1; l >= 0; l--) {
      let write = laneStart[l + 1]!;
      for (let i = laneStart[l + 1]! - 1; i >= laneStart[l]!; i--) {
        if (isWrite(ops[accesses[i]!]!)) write = i;
        next[i] = write;
      }
    }
    return next;
  }
}

/** Sorts the accesses of one cell after the other by thread and kind: the key of a lane is 4 × thread + kind. */
class LaneSort {
  /** Of all cells so far: the lanes, where each starts (with room for the end of the last), and the key of each. */
  count = 0;
  starts: Uint32Array<ArrayBuffer> = new Uint32Array(1);
  keys: Uint32Array<ArrayBuffer> = new Uint32Array(0);
  private readonly columns: Columns;
  private readonly meter: Meter;
  /** Per key: the lane's number in the cell, or -1; and per lane where its next access goes. */
  private readonly numbers: Int32Array;
  private readonly next: number[] = [];
  private sorted = new Uint32Array(64);

  constructor(columns: Columns, meter: Meter) {
    this.columns = columns;
    this.meter = meter;
    this.numbers = new Int32Array(4 * columns.bounds.threads).fill(-1);
  }

  /** Keeps the order within a lane, and numbers the lanes by the one that came first. False if there is no memory for them. */
  sort(accesses: Uint32Array, from: number, to: number): boolean {
    const { numbers, next } = this;
    const { threads, ops } = this.columns;
    const first = this.count;
    // A thread has two lanes at most, and none without an access.
    if (!this.hasRoom(first + Math.min(to - from, numbers.length))) return false;
    const { keys, starts } = this;
    next.length = 0;
    for (let i = from; i < to; i++) {
      const e = accesses[i]!;
      const key = threads[e]! * 4 + ACCESS_KINDS[ops[e]!]!;
      if (numbers[key]! < 0) {
        numbers[key] = next.push(0) - 1;
        keys[this.count++] = key;
      }
      next[numbers[key]!]!++;
    }
    let start = from;
    for (let lane = 0; lane < next.length; lane++) {
      starts[first + lane] = start;
      start += next[lane]!;
      next[lane] = starts[first + lane]! - from;
    }
    if (next.length > 1) this.place(accesses, from, to);
    for (let lane = first; lane < this.count; lane++) numbers[keys[lane]!] = -1;
    return this.meter.take((this.count - first) * LANE);
  }

  private hasRoom(lanes: number): boolean {
    if (lanes <= this.keys.length) return true;
    const keys = this.meter.enlarged(this.keys, lanes);
    const starts = keys === undefined ? undefined : this.meter.enlarged(this.starts, keys.length + 1);
    if (keys === undefined || starts === undefined) return false;
    this.keys = keys;
    this.starts = starts;
    return true;
  }

  private place(accesses: Uint32Array, from: number, to: number): void {
    const { numbers, next } = this;
    const { threads, ops } = this.columns;
    if (this.sorted.length < to - from) this.sorted = new Uint32Array(2 * (to - from));
    const { sorted } = this;
    for (let i = from; i < to; i++) {
      const e = accesses[i]!;
      sorted[next[numbers[threads[e]! * 4 + ACCESS_KINDS[ops[e]!]!]!]!++] = e;
    }
    accesses.set(sorted.subarray(0, to - from), from);
  }
}

/** Cell → its number plus one among those that several threads touch, somebody writes, and not all atomically; 0 for the others. */
function sharedCells({ columns, cells, cellCount }: TraceIndex, variables?: Uint8Array): { number: Uint32Array; count: number } {
  const { ops, threads, targets, length } = columns;
  const owners = new Uint32Array(cellCount).fill(UNTOUCHED);
  const written = new Uint8Array(cellCount);
  const plain = new Uint8Array(cellCount);
  for (let e = 0; e < length; e++) {
    const kind = ACCESS_KINDS[ops[e]!]!;
    if (kind === NO_ACCESS || variables?.[targets[e]!] === 0) continue;
    const cell = cells[e]!;
    const owner = owners[cell]!;
    if (owner !== threads[e]) owners[cell] = owner === UNTOUCHED ? threads[e]! : SEVERAL;
    if (isWrite(ops[e]!)) written[cell] = 1;
    if (kind === PLAIN) plain[cell] = 1;
  }
  const number = new Uint32Array(cellCount);
  let count = 0;
  for (let cell = 0; cell < cellCount; cell++)
    if (owners[cell] === SEVERAL && written[cell] === 1 && plain[cell] === 1) number[cell] = ++count;
  return { number, count };
}
