// The order that every correct reordering of a run keeps: program order, fork and join, and each read after the write that it saw. Locks
// order nothing here, since their critical sections may change places. Vector clocks over the steps of each thread, one step per record, so
// that what a thread does after a write is never taken for what it did before.
//
// Whoever reads a write learns what its thread knew then. That is kept for the latest changes of knowledge only, in a ring: of an older
// write the reader learns the write itself and no more, which orders less, never too much.
//
// A kernel that watches knows a second order: happens-before with each read after its write, which is what a thread has *seen*. It is the second
// half of every row. There it is too little that must not be: of an older write the reader is taken to have seen all that its thread has by now.

import { take } from '../heap';

const RING_BYTES: usize = WATCHING ? 1 << 24 : 1 << 22;

/** Bytes of half a row: an entry for every thread that there is room for; and of what is used of it, since most programs have few threads. Beyond that all is
 * zero. */
let halfBytes: usize = 0;
let usedBytes: usize = 0;
let rowBytes: usize = 0;
let clocks: usize = 0;
/** Per thread: the place of what it knows in the ring; 0 if it has learned since. */
let versions: usize = 0;
/** Per thread: what it will have seen after its next acquire fence. */
let pending: usize = 0;
let ring: usize = 0;
let rows: u32 = 0;
let next: u32 = 0;
let spareRows: usize = 0;

export function prepare(threads: u32): void {
  halfBytes = ((<usize>threads + 3) & ~3) << 2;
  rowBytes = WATCHING ? 2 * halfBytes : halfBytes;
  clocks = take(rowBytes * threads);
  versions = take(halfBytes);
  if (WATCHING) pending = take(halfBytes * threads);
  rows = max<u32>(1, <u32>(RING_BYTES / rowBytes));
  ring = take(rowBytes * rows);
}

/** There are so many threads from now on. */
export function widen(threads: u32): void {
  usedBytes = ((<usize>threads + 3) & ~3) << 2;
}

/** How many threads a row may have entries of. */
export function entries(): u32 {
  return <u32>(usedBytes >>> 2);
}

/** Where an entry for each thread of another kind begins that stands behind those of a row. */
export function behind(): usize {
  return halfBytes;
}

/** What the thread knows. @inline */
export function clock(thread: u32): usize {
  return clocks + rowBytes * thread;
}

/** @inline */
function entryOf(half: usize, thread: u32): usize {
  return half + ((<usize>thread) << 2);
}

/** The number under which what the thread knows is kept. @inline */
export function version(thread: u32): u32 {
  return keptVersion(thread) || snapshot(thread);
}

/** The same, or 0 if it is not kept yet. @inline */
export function keptVersion(thread: u32): u32 {
  return load<u32>(entryOf(versions, thread));
}

/** How often what a thread knows was kept: the numbers of these are used up as steps are. */
export function snapshots(): u32 {
  return next;
}

/** Whether the thread knows this step of the other. @inline */
export function knows(thread: u32, other: u32, step: u32): bool {
  return isKnown(thread, clock(thread), other, step);
}

/** The same for one that has the thread's clock at hand. @inline */
export function isKnown(thread: u32, own: usize, other: u32, step: u32): bool {
  return other === thread || load<u32>(entryOf(own, other)) >= step;
}

/** Whether the thread knows all steps of a row. */
export function knowsRow(thread: u32, row: usize): bool {
  return covers(clock(thread), thread, row);
}

/** Whether what the thread did at this step happened before, or might have. */
export function sees(thread: u32, other: u32, step: u32): bool {
  if (other === thread || load<u32>(entryOf(clock(thread) + halfBytes, other)) >= step) return true;
  return load<u32>(entryOf(pending + halfBytes * thread, other)) >= step;
}

function covers(own: usize, thread: u32, half: usize): bool {
  // Its own steps it knows: the clock need not have them.
  const mine = entryOf(own, thread);
  const kept = load<u32>(mine);
  store<u32>(mine, u32.MAX_VALUE);
  let all = true;
  for (let i: usize = 0; i < usedBytes; i += 16) {
    const have = v128.load(own + i);
    if (v128.any_true(i32x4.ne(i32x4.max_u(have, v128.load(half + i)), have))) {
      all = false;
      break;
    }
  }
  store<u32>(mine, kept);
  return all;
}

function isKept(known: u32): bool {
  return known > 0 && next - known < rows;
}

function keptRow(known: u32): usize {
  return ring + rowBytes * (known % rows);
}

/** The thread has seen what the other did at a step, with what that one knew then. Whether that was new. */
export function learn(thread: u32, other: u32, step: u32, known: u32): bool {
  const own = clock(thread);
  const entry = entryOf(own, other);
  if (other === thread || load<u32>(entry) >= step) return false;
  if (isKept(known)) join(own, keptRow(known));
  store<u32>(entry, step);
  if (WATCHING) observe(thread, other, step, known);
  changed(thread);
  return true;
}

/** As `learn`, of what happens before alone. */
export function observe(thread: u32, other: u32, step: u32, known: u32): void {
  const own = clock(thread) + halfBytes;
  if (other === thread || load<u32>(entryOf(own, other)) >= step) return;
  hearOf(own, other, step, known);
  changed(thread);
}

/** The thread will have seen that after its next acquire fence. */
export function suspend(thread: u32, other: u32, step: u32, known: u32): void {
  if (other !== thread) hearOf(pending + halfBytes * thread, other, step, known);
}

/** An acquire fence of the thread. */
export function settle(thread: u32): void {
  takeSeen(pending + halfBytes * thread, thread);
}

function hearOf(half: usize, other: u32, step: u32, known: u32): void {
  join(half, (isKept(known) ? keptRow(known) : clock(other)) + halfBytes);
  raiseTo(half, other, step);
}

/** The thread counts as after whatever the other does. */
export function seeAll(thread: u32, other: u32): void {
  if (other !== thread) store<u32>(entryOf(clock(thread) + halfBytes, other), u32.MAX_VALUE);
  changed(thread);
}

/** All that the thread has seen, and its own step, joined into half a row. */
export function giveSeen(half: usize, thread: u32, step: u32): void {
  join(half, clock(thread) + halfBytes);
  raiseTo(half, thread, step);
}

/** The thread has seen half a row. */
export function takeSeen(half: usize, thread: u32): void {
  const own = clock(thread) + halfBytes;
  if (covers(own, thread, half)) return;
  join(own, half);
  changed(thread);
}

/** All that the thread knows, and its own step, joined into a row. */
export function give(row: usize, thread: u32, step: u32): void {
  join(row, clock(thread));
  raiseTo(row, thread, step);
  if (WATCHING) giveSeen(row + halfBytes, thread, step);
}

/** The thread learns a whole row. */
export function receive(row: usize, thread: u32): void {
  if (WATCHING) takeSeen(row + halfBytes, thread);
  if (knowsRow(thread, row)) return;
  join(clock(thread), row);
  changed(thread);
}

function join(into: usize, from: usize): void {
  for (let i: usize = 0; i < usedBytes; i += 16) v128.store(into + i, i32x4.max_u(v128.load(into + i), v128.load(from + i)));
}

function raiseTo(half: usize, thread: u32, step: u32): void {
  const entry = entryOf(half, thread);
  if (step > load<u32>(entry)) store<u32>(entry, step);
}

/** What is known changes so often that it is kept only when somebody may ask for it. */
function changed(thread: u32): void {
  store<u32>(entryOf(versions, thread), 0);
}

function snapshot(thread: u32): u32 {
  next++;
  const row = keptRow(next);
  copyHalf(row, clock(thread));
  if (WATCHING) copyHalf(row + halfBytes, clock(thread) + halfBytes);
  store<u32>(entryOf(versions, thread), next);
  return next;
}

function copyHalf(to: usize, from: usize): void {
  for (let i: usize = 0; i < usedBytes; i += 16) v128.store(to + i, v128.load(from + i));
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

export function dropRow(row: usize): void {
  store<u32>(row, <u32>spareRows);
  spareRows = row;
}
