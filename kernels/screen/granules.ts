// Cells of memory: what is always accessed whole of the eight bytes of a granule. They are one, two halves, or each byte by itself, whichever the
// accesses ask for. A cell takes 64 bytes, a line of the cache.

import { take } from '../heap';
import { ACCESSES_BYTES, clear, copy, lastStep } from './accesses';
import { copyHistory, forget } from './histories';

/** The bytes of its granule that the cell is, its writes with what their last writer knew, its reads, and the atomic on it. A kernel that watches
 * keeps the sites of the last write and of the last read, too, and a thorough one leads to their histories there. */
export const MASK: usize = 0;
export const WRITES: usize = 4;
export const VERSION: usize = WRITES + ACCESSES_BYTES;
export const READS: usize = VERSION + 4;
export const ATOMIC: usize = READS + ACCESSES_BYTES;
export const WRITE_SITE: usize = ATOMIC + 4;
export const READ_SITE: usize = WRITE_SITE + 6;
export const CELL_BYTES: usize = 64;

/** A granule has one cell with its own mask, two cells of four bytes, or eight of one: the low bits of its reference. */
export const ONE: u32 = 1;
export const HALVES: u32 = 2;
const BYTES: u32 = 3;

/** Cells that were ever used: those whose memory is used anew count again. */
export let used: u32 = 0;
/** Cells to be used again, by how many stand together: each has the next in its first word. */
let spares: usize = 0;
/** Where the next cells come from. */
let fresh: usize = 0;
let freshEnd: usize = 0;

export function prepare(): void {
  spares = take(64);
}

/** The first of the cells of a granule that the bytes are, made if there are none; bytes that were one with others are parted from them. */
export function cellsOf(ref: usize, mask: u32): usize {
  let value = load<u32>(ref);
  if (value === 0) {
    const cell = newCells(1);
    store<u32>(cell, mask, MASK);
    store<u32>(ref, <u32>cell | ONE);
    return cell;
  }
  let cell: usize = value & ~3;
  if ((value & 3) === ONE) {
    const own = load<u32>(cell, MASK);
    if (own === mask) return cell;
    if (isUnused(cell)) {
      store<u32>(cell, mask, MASK);
      return cell;
    }
    const shape = isHalves(own) && isHalves(mask) ? HALVES : BYTES;
    cell = parted(cell, own, shape);
    value = <u32>cell | shape;
    store<u32>(ref, value);
  } else if ((value & 3) === HALVES && !isHalves(mask)) {
    cell = halvesParted(cell);
    value = <u32>cell | BYTES;
    store<u32>(ref, value);
  }
  const low = ctz(mask);
  return cell + <usize>((value & 3) === HALVES ? low >> 2 : low) * CELL_BYTES;
}

export function lastCell(ref: usize, first: usize, mask: u32): usize {
  const shape = load<u32>(ref) & 3;
  if (shape === ONE) return first;
  const span = 31 - clz(mask) - ctz(mask);
  return first + <usize>(shape === HALVES ? span >> 2 : span) * CELL_BYTES;
}

/** @inline */
export function isHalves(mask: u32): bool {
  return mask === 0x0f || mask === 0xf0 || mask === 0xff;
}

/** Several cells in the place of one. */
function parted(cell: usize, mask: u32, shape: u32): usize {
  const count: usize = shape === HALVES ? 2 : 8;
  const bytes: usize = 8 / count;
  const first = newCells(count);
  for (let i: usize = 0; i < count; i++) if ((mask >>> <u32>(i * bytes)) & 1) copyCell(cell, first + i * CELL_BYTES);
  release(cell, 1);
  return first;
}

function halvesParted(halves: usize): usize {
  const first = newCells(8);
  for (let i: usize = 0; i < 8; i++) copyCell(halves + (i >>> 2) * CELL_BYTES, first + i * CELL_BYTES);
  release(halves, 2);
  return first;
}

export function copyCell(from: usize, to: usize): void {
  copy(from + WRITES, to + WRITES);
  copy(from + READS, to + READS);
  store<u32>(to, load<u32>(from, VERSION), VERSION);
  store<u32>(to, load<u32>(from, ATOMIC), ATOMIC);
  if (WATCHING) memory.copy(to + WRITE_SITE, from + WRITE_SITE, CELL_BYTES - WRITE_SITE);
  else if (THOROUGH) {
    copyHistory(from + WRITE_SITE, to + WRITE_SITE);
    copyHistory(from + READ_SITE, to + READ_SITE);
  }
}

/** A cell that is at hand, or 0. @inline */
export function newCellQuickly(): usize {
  const spare = spares + 4;
  let cell: usize = load<u32>(spare);
  if (cell !== 0) {
    store<u32>(spare, load<u32>(cell));
    for (let i: usize = 0; i < CELL_BYTES; i += 16) v128.store(cell + i, i64x2.splat(0));
  } else if (fresh + CELL_BYTES <= freshEnd) {
    cell = fresh;
    fresh += CELL_BYTES;
  }
  return cell;
}

export function newCells(count: usize): usize {
  const spare = spares + (count << 2);
  let cell: usize = load<u32>(spare);
  if (cell === 0) {
    const bytes = count * CELL_BYTES;
    if (fresh + bytes > freshEnd) {
      fresh = take(1 << 16);
      freshEnd = fresh + (1 << 16);
    }
    cell = fresh;
    fresh += bytes;
    return cell;
  }
  store<u32>(spare, load<u32>(cell));
  for (let i: usize = 0; i < count * CELL_BYTES; i += 16) v128.store(cell + i, i64x2.splat(0));
  return cell;
}

/** Whether there were no accesses since its memory is used for what it is. @inline */
export function isUnused(cell: usize): bool {
  return (lastStep(cell + WRITES) | lastStep(cell + READS) | load<u32>(cell, ATOMIC)) === 0;
}

/** A cell that was not in use is from now on. @inline */
export function noteUse(): void {
  used++;
}

/** The cells know of no plain accesses any more. */
export function emptyCells(first: usize, count: usize): void {
  for (let cell = first; cell < first + count * CELL_BYTES; cell += CELL_BYTES) {
    clear(cell + WRITES);
    clear(cell + READS);
    if (!THOROUGH) continue;
    forget(cell + WRITE_SITE);
    forget(cell + READ_SITE);
  }
}

export function release(first: usize, count: usize): void {
  emptyCells(first, count);
  const spare = spares + (count << 2);
  store<u32>(first, load<u32>(spare));
  store<u32>(spare, <u32>first);
}
