// The order that every correct reordering of a run keeps: program order, fork and join, and each read after the write that it saw. Locks
// order nothing here, since their critical sections may change places. Vector clocks over the steps of each thread, one step per record, so
// that what a thread does after a write is never taken for what it did before.
//
// Whoever reads a write learns what its thread knew then. That is kept for the latest changes of knowledge only, in a ring: of an older
// write the reader learns the write itself and no more, which orders less, never too much.

import { take } from './heap';

const RING_BYTES: usize = 1 << 22;

/** Bytes of a row: an entry for every thread that there is room for; and of what is used of it, since most programs have few. Beyond that all is zero. */
let rowBytes: usize = 0;
let usedBytes: usize = 0;
let clocks: usize = 0;
let versions: usize = 0;
let ring: usize = 0;
let rows: u32 = 0;
let next: u32 = 0;
let spareRows: usize = 0;

export function prepare(threads: u32): void {
  rowBytes = ((<usize>threads + 3) & ~3) << 2;
  clocks = take(rowBytes * threads);
  versions = take(rowBytes);
  rows = max<u32>(1, <u32>(RING_BYTES / rowBytes));
  ring = take(rowBytes * rows);
}

/** There are so many threads from now on. */
export function widen(threads: u32): void {
  usedBytes = ((<usize>threads + 3) & ~3) << 2;
}

function clock(thread: u32): usize {
  return clocks + rowBytes * thread;
}

export function version(thread: u32): u32 {
  return load<u32>(versions + ((<usize>thread) << 2));
}

/** Whether the thread knows this step of the other. */
export function knows(thread: u32, other: u32, step: u32): bool {
  return other === thread || load<u32>(clock(thread) + ((<usize>other) << 2)) >= step;
}

/** Whether the thread knows all steps of a row. */
export function knowsRow(thread: u32, row: usize): bool {
  const own = clock(thread);
  // Its own steps it knows: the clock need not have them.
  const mine = own + ((<usize>thread) << 2);
  const kept = load<u32>(mine);
  store<u32>(mine, u32.MAX_VALUE);
  let all = true;
  for (let i: usize = 0; i < usedBytes; i += 16) {
    const have = v128.load(own + i);
    if (v128.any_true(i32x4.ne(i32x4.max_u(have, v128.load(row + i)), have))) {
      all = false;
      break;
    }
  }
  store<u32>(mine, kept);
  return all;
}

/** The thread has seen what the other did at a step, with what that one knew then. Whether that was new. */
export function learn(thread: u32, other: u32, step: u32, known: u32): bool {
  const own = clock(thread);
  const entry = own + ((<usize>other) << 2);
  if (other === thread || load<u32>(entry) >= step) return false;
  if (known > 0 && next - known < rows) join(own, ring + rowBytes * (known % rows));
  store<u32>(entry, step);
  changed(thread);
  return true;
}

/** All that the thread knows, and its own step, joined into a row. */
export function give(row: usize, thread: u32, step: u32): void {
  join(row, clock(thread));
  const entry = row + ((<usize>thread) << 2);
  if (step > load<u32>(entry)) store<u32>(entry, step);
}

/** The thread learns a whole row. */
export function receive(row: usize, thread: u32): void {
  if (knowsRow(thread, row)) return;
  join(clock(thread), row);
  changed(thread);
}

function join(into: usize, from: usize): void {
  for (let i: usize = 0; i < usedBytes; i += 16) v128.store(into + i, i32x4.max_u(v128.load(into + i), v128.load(from + i)));
}

function changed(thread: u32): void {
  next++;
  memory.copy(ring + rowBytes * (next % rows), clock(thread), usedBytes);
  store<u32>(versions + ((<usize>thread) << 2), next);
}

/** Rows for others; a row that is not in use has the next one in its first word. */
export function newRow(): usize {
  const row = spareRows;
  if (row === 0) return take(rowBytes);
  spareRows = load<u32>(row);
  clearRow(row);
  return row;
}

export function clearRow(row: usize): void {
  memory.fill(row, 0, rowBytes);
}

export function copiedRow(row: usize): usize {
  const copy = newRow();
  memory.copy(copy, row, rowBytes);
  return copy;
}

export function dropRow(row: usize): void {
  store<u32>(row, <u32>spareRows);
  spareRows = row;
}
