// The cells that the first pass found: ranges of bytes that are always accessed whole, for as long as their memory was in use. The
// second pass finds them by the granule in which they begin: an access that touches a cell begins at or before it.

import { enlarged } from '../../base/grown.ts';
import type { Block } from '../naming.ts';
import { GRANULE_BYTES } from './granule.ts';
import { GranuleMap, PAGE_GRANULES } from './granule-map.ts';
import { Timeline } from './timeline.ts';

/** What is known of a cell. */
export const CellFlag = {
  /** Nobody wrote it: kept only to count its accesses. */
  unwritten: 1,
  /** There are plain accesses. */
  plain: 2,
  /** Atomics of more than one range touch it. */
  mixed: 4,
  /** A lock: its atomics are acquires and releases. */
  lifted: 8,
  /** Plain accesses are left out: the program says that they may race. */
  benign: 16,
} as const;

export const NO_CELL = -1;
export const SEVERAL = -2;

export interface AtomicRange {
  readonly address: number;
  readonly bytes: number;
}

const HASHES = 1 << 18;

/** Per number of bytes: its place among 1, 2, 4 and 8; 255 for others. With the offset in the granule, that is the shape of an access. */
const SIZES = new Uint8Array(256).fill(255);
for (const [place, bytes] of [1, 2, 4, 8].entries()) SIZES[bytes] = place;
const SHAPE_BITS = 5;
const SHAPES = 1 << SHAPE_BITS;
/** Variables from here on are not noted. */
const MOST_NOTED = 2 ** (32 - SHAPE_BITS) - 1;

function shapeOf(low: number, bytes: number): number {
  return (SIZES[bytes]! << 3) | (low & (GRANULE_BYTES - 1));
}

function hashOf(high: number, low: number): number {
  return ((low >>> 12) ^ (high * 0x9e5)) & (HASHES - 1);
}

export class Cells {
  /** Granule → the first cell that begins in it. */
  private readonly heads = new GranuleMap();
  readonly timeline = new Timeline(this.heads);
  /** Per cell. */
  starts = new Float64Array(64);
  lengths = new Float64Array(64);
  flags = new Uint8Array(64);
  /** The variable in the trace, or -1 as long as it has none. */
  variables = new Int32Array(64);
  /** What `find` found. */
  hits = new Int32Array(64);
  /** Of cells that atomics of several ranges touch: those ranges. */
  readonly ranges = new Map<number, readonly AtomicRange[]>();
  /** The first cell that may not have ended: they were added in the order of their ends. */
  private living = 0;
  private blockNumbers = new Int32Array(64);
  private readonly blocks: Block[] = [];
  /** 1 where a page in which a cell begins has this hash: most accesses find 0 and need no more; the pass takes a third less. */
  private readonly hashes = new Uint8Array(HASHES);

  add(start: number, bytes: number, birth: number, end: number, flags: number, block: Block | undefined): number {
    const cell = this.timeline.add(Math.floor(start / GRANULE_BYTES), birth, end);
    if (cell === this.starts.length) this.grow();
    this.starts[cell] = start;
    this.lengths[cell] = bytes;
    this.flags[cell] = flags;
    this.variables[cell] = -1;
    this.blockNumbers[cell] = this.keep(block);
    this.hashes[hashOf(Math.floor(start / 0x1_0000_0000), start >>> 0)] = 1;
    return cell;
  }

  /** Whether a cell may begin in the page of the address; its upper and lower 32 bits. */
  mayBegin(high: number, low: number): boolean {
    return this.hashes[hashOf(high, low)] !== 0;
  }

  block(cell: number): Block | undefined {
    return this.blocks[this.blockNumbers[cell]!];
  }

  /** The variable of a plain access that was last in its granule and of these very bytes, given the upper and lower 32 bits of its address; or -1. */
  noted(high: number, low: number, bytes: number): number {
    const note = this.heads.note(high, low);
    return note !== 0 && (note - 1) % SHAPES === shapeOf(low, bytes) ? (note - 1) >>> SHAPE_BITS : -1;
  }

  /** Notes the variable for the next access like this one, if it is of all bytes of the cell and of no others. */
  note(cell: number, high: number, low: number, bytes: number, variable: number): void {
    if (this.starts[cell] !== high * 0x1_0000_0000 + low || this.lengths[cell] !== bytes) return;
    const shape = shapeOf(low, bytes);
    if (shape < SHAPES && variable < MOST_NOTED) this.heads.setNote(high, low, variable * SHAPES + shape + 1);
  }

  /** What was noted of cells that have ended does not hold any more. */
  pass(now: number): void {
    const { timeline, starts } = this;
    for (; this.living < timeline.size && timeline.end(this.living) <= now; this.living++) {
      const start = starts[this.living]!;
      this.heads.setNote(Math.floor(start / 0x1_0000_0000), start >>> 0, 0);
    }
  }

  /** The one cell that an access touches, given the upper and lower 32 bits of its address; NO_CELL; or SEVERAL: ask `find`. */
  only(high: number, low: number, bytes: number, now: number): number {
    if ((low & (GRANULE_BYTES - 1)) + bytes > GRANULE_BYTES) return SEVERAL;
    const { timeline, starts } = this;
    const head = this.heads.at(high, low);
    // Only a search by `find` passes periods that have ended for good.
    if (head >= 0 && timeline.end(head) <= now) return SEVERAL;
    const address = high * 0x1_0000_0000 + low;
    let found = NO_CELL;
    for (let cell = head; cell >= 0 && timeline.began(cell, now); cell = timeline.next(cell)) {
      const offset = starts[cell]! - address;
      if (offset < 0 || offset >= bytes) continue;
      if (found >= 0) return SEVERAL;
      found = cell;
    }
    return found;
  }

  /**
   * Writes the cells that an access touches into `hits` and returns how many they are. Every one of them begins within the access,
   * because it is always accessed whole.
   */
  find(address: number, bytes: number, now: number): number {
    const { timeline, starts, lengths } = this;
    const end = address + bytes;
    let count = 0;
    let granule = Math.floor(address / GRANULE_BYTES);
    while (granule * GRANULE_BYTES < end) {
      if (granule % PAGE_GRANULES === 0 && !this.heads.hasPage(granule / PAGE_GRANULES)) {
        granule += PAGE_GRANULES;
        continue;
      }
      let next = granule + 1;
      for (let cell = timeline.find(granule, now); cell >= 0; cell = timeline.next(cell)) {
        if (!timeline.began(cell, now)) break;
        const start = starts[cell]!;
        if (start < address || start >= end) continue;
        if (count === this.hits.length) this.hits = enlarged(this.hits, count + 1);
        this.hits[count++] = cell;
        // A cell of several granules: the next one begins at its end.
        next = Math.max(next, Math.floor((start + lengths[cell]!) / GRANULE_BYTES));
      }
      granule = next;
    }
    return count;
  }

  /** Cells of one block come one after the other. */
  private keep(block: Block | undefined): number {
    if (block === undefined) return -1;
    const last = this.blocks.at(-1);
    if (last?.number !== block.number || last.owners !== block.owners) this.blocks.push(block);
    return this.blocks.length - 1;
  }

  private grow(): void {
    const room = this.timeline.size;
    this.starts = enlarged(this.starts, room);
    this.lengths = enlarged(this.lengths, room);
    this.flags = enlarged(this.flags, room);
    this.variables = enlarged(this.variables, room);
    this.blockNumbers = enlarged(this.blockNumbers, room);
  }
}
