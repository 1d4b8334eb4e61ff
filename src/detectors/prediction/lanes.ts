// The accesses of every cell that several threads touch and somebody writes, by thread and kind: a lane is what one thread does to
// one cell, plain or atomic, in its order. Only between lanes that are not both atomic can races be. 8 bytes per access to such a cell.

import type { Columns } from '../../trace/columns.ts';
import { ACCESS_KINDS, isWrite, NO_ACCESS, PLAIN } from '../../trace/operation.ts';
import { starts } from './section-index.ts';
import type { TraceIndex } from './trace-index.ts';

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
  /** Beside each access: where in `accesses` the first write at or after it is; the end of the lane if there is none. */
  readonly nextWrites: Uint32Array;

  constructor(trace: TraceIndex) {
    const { columns, cells } = trace;
    const { ops, length } = columns;
    const { number, count } = sharedCells(trace);
    const keys = new Uint32Array(length);
    const events = new Uint32Array(length);
    let kept = 0;
    for (let e = 0; e < length; e++)
      if (ACCESS_KINDS[ops[e]!] !== NO_ACCESS && number[cells[e]!] !== 0) {
        keys[kept] = number[cells[e]!]! - 1;
        events[kept++] = e;
      }
    const cellAccesses = starts(keys, kept, count);
    this.accesses = new Uint32Array(kept);
    const next = cellAccesses.slice();
    for (let i = 0; i < kept; i++) this.accesses[next[keys[i]!]!++] = events[i]!;
    this.cellStart = new Uint32Array(count + 1);
    const laneStart: number[] = [];
    const laneThreads: number[] = [];
    const laneKinds: number[] = [];
    for (let c = 0; c < count; c++) {
      this.cellStart[c] = laneThreads.length;
      this.split(columns, cellAccesses[c]!, cellAccesses[c + 1]!, laneStart, laneThreads, laneKinds);
    }
    this.cellStart[count] = laneThreads.length;
    laneStart.push(kept);
    this.laneStart = Uint32Array.from(laneStart);
    this.laneThreads = Uint32Array.from(laneThreads);
    this.laneKinds = Uint8Array.from(laneKinds);
    this.nextWrites = this.findWrites(ops);
  }

  get cellCount(): number {
    return this.cellStart.length - 1;
  }

  /** Sorts the accesses of one cell by thread and kind, keeping their order, and numbers the lanes by the one that came first. */
  private split(
    { threads, ops }: Columns,
    from: number,
    to: number,
    laneStart: number[],
    laneThreads: number[],
    laneKinds: number[],
  ): void {
    const lanes = new Map<number, number[]>();
    for (let i = from; i < to; i++) {
      const e = this.accesses[i]!;
      const key = threads[e]! * 4 + ACCESS_KINDS[ops[e]!]!;
      const lane = lanes.get(key);
      if (lane === undefined) lanes.set(key, [e]);
      else lane.push(e);
    }
    let at = from;
    for (const [key, lane] of lanes) {
      laneStart.push(at);
      laneThreads.push(Math.floor(key / 4));
      laneKinds.push(key % 4);
      this.accesses.set(lane, at);
      at += lane.length;
    }
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

/** Cell → its number plus one among those that several threads touch, somebody writes, and not all atomically; 0 for the others. */
function sharedCells({ columns, cells, cellCount }: TraceIndex): { number: Uint32Array; count: number } {
  const { ops, threads, length } = columns;
  const owners = new Uint32Array(cellCount).fill(UNTOUCHED);
  const written = new Uint8Array(cellCount);
  const plain = new Uint8Array(cellCount);
  for (let e = 0; e < length; e++) {
    const kind = ACCESS_KINDS[ops[e]!]!;
    if (kind === NO_ACCESS) continue;
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
