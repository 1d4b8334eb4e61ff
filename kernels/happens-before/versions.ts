// Vector clocks as shared, counted versions, as src/clocks/versions.ts has them. A release hands its thread's version to the lock in O(1); a
// version is copied only when somebody who shares it learns something new. Threads 0 … 255 lie flat in a row, and a join is one pass of SIMD;
// higher threads have their entries in tails.ts.

import { block, giveBack, moved } from './blocks';
import { dropTail, FLAT, joinTails, shareTail, tailTime } from './tails';

/** The clock that knows nothing. Never counted, never written. */
export const BOTTOM: u32 = 0;

/** Per version: how many share it, and its tail. */
const STATE_BITS: u32 = 3;
const COUNT = 0;
const TAIL = 4;
let states: usize = 0;
let statesBits: u32 = 12;

/** Rows lie in slabs, which never move: a version is copied into larger rows only when there are more threads. */
const SLAB_BITS: u32 = 6;
const IN_SLAB: u32 = (1 << SLAB_BITS) - 1;
let slabs: usize = 0;
let slabsBits: u32 = 12;
let slabCount: u32 = 0;
/** 64 threads. Rows of 256 take 2 ns per event less if they are shared. */
const SHORT_BITS: u32 = 8;
/** Bytes of a row, as a power of two: four for each thread. */
let rowBits: u32 = 5;

/** Whether there are threads that have their entries in tails: then a row is not all that a version knows. */
let tails: bool = false;

/** Versions below this were handed out at some time; those that are free now are a list, linked where their count was. */
let used: u32 = 1;
let free: u32 = 0;

export function prepare(): void {
  states = block(statesBits);
  slabs = block(slabsBits);
  addSlab();
}

/** Makes room for this many threads, which may move the rows. */
export function widen(threads: u32): void {
  if (threads > FLAT) tails = true;
  let bits = rowBits;
  while ((<u32>1) << (bits - 2) < min(threads, FLAT)) bits++;
  if (bits === rowBits) return;
  for (let i: u32 = 0; i < slabCount; i++) widenSlab(slabs + (i << 2), bits);
  rowBits = bits;
}

/** Where the entries of a version for threads below FLAT begin. */
export function rowOf(version: u32): usize {
  return <usize>load<u32>(slabs + ((version >>> SLAB_BITS) << 2)) + ((<usize>(version & IN_SLAB)) << rowBits);
}

export function rowBytes(): u32 {
  return (<u32>1) << rowBits;
}

/** What a version knows of a thread. */
export function timeOf(version: u32, thread: u32): u32 {
  return thread < FLAT ? load<u32>(rowOf(version) + (thread << 2)) : tailTime(load<u32>(state(version), TAIL), thread);
}

export function share(version: u32): u32 {
  if (version !== BOTTOM) store<u32>(state(version), load<u32>(state(version), COUNT) + 1, COUNT);
  return version;
}

export function drop(version: u32): void {
  if (version === BOTTOM) return;
  const at = state(version);
  const count = load<u32>(at, COUNT) - 1;
  store<u32>(at, count, COUNT);
  if (count > 0) return;
  dropTail(load<u32>(at, TAIL));
  store<u32>(at, 0, TAIL);
  store<u32>(at, free, COUNT);
  free = version;
}

/** A version for the caller alone. What is in its row is from another. */
function allocate(): u32 {
  const version = reused();
  return version === BOTTOM ? fresh() : version;
}

/** A version that knows nothing, for the caller alone. */
export function nothing(): u32 {
  const version = allocate();
  memory.fill(rowOf(version), 0, (<usize>1) << rowBits);
  return version;
}

/**
 * v ⊔ w with the entry of a thread set to `time`, which must be the newest of it that either knows. Consumes the caller's share of v and
 * leaves w alone. One pass over the threads.
 */
export function absorb(v: u32, w: u32, thread: u32, time: u32): u32 {
  const alone = v !== BOTTOM && load<u32>(state(v), COUNT) === 1;
  const into = alone ? v : allocate();
  const a = rowOf(v);
  const b = rowOf(w);
  const to = rowOf(into);
  const bytes = (<usize>1) << rowBits;
  for (let i: usize = 0; i < bytes; i += 32) {
    v128.store(to + i, i32x4.max_u(v128.load(a + i), v128.load(b + i)));
    v128.store(to + i, i32x4.max_u(v128.load(a + i, 16), v128.load(b + i, 16)), 16);
  }
  if (thread < FLAT) store<u32>(to + (thread << 2), time);
  const tail = load<u32>(state(v), TAIL);
  const other = load<u32>(state(w), TAIL);
  if (tail !== 0 || other !== 0 || thread >= FLAT)
    store<u32>(state(into), <u32>joinTails(alone ? tail : <u32>shareTail(tail), other, thread, time), TAIL);
  if (!alone) drop(v);
  return into;
}

export function hasTails(): bool {
  return tails;
}

/** Whether only one holds the version. */
export function isAlone(version: u32): bool {
  return load<u32>(state(version), COUNT) === 1;
}

/** Whether rows are so short that a copy costs less than to share them. */
export function areRowsShort(): bool {
  return rowBits <= SHORT_BITS;
}

/** Makes a version that only the caller holds the same as that of a row. Only where there are no tails. */
export function copyRow(version: u32, from: usize): void {
  const to = rowOf(version);
  const bytes = (<usize>1) << rowBits;
  for (let i: usize = 0; i < bytes; i += 32) {
    v128.store(to + i, v128.load(from + i));
    v128.store(to + i, v128.load(from + i, 16), 16);
  }
}

/** Brings what a version knows, and a row, into the row of a version that only the caller holds. Only where there are no tails. */
export function joinRow(to: usize, row: usize, version: u32): void {
  const from = rowOf(version);
  const bytes = (<usize>1) << rowBits;
  for (let i: usize = 0; i < bytes; i += 32) {
    v128.store(to + i, i32x4.max_u(v128.load(row + i), v128.load(from + i)));
    v128.store(to + i, i32x4.max_u(v128.load(row + i, 16), v128.load(from + i, 16)), 16);
  }
}

/** A version that was free, for the caller alone, or BOTTOM if there is none. What is in its row is from another. */
export function reused(): u32 {
  const version = free;
  if (version === BOTTOM) return BOTTOM;
  const at = state(version);
  free = load<u32>(at, COUNT);
  store<u32>(at, 1, COUNT);
  return version;
}

function state(version: u32): usize {
  return states + ((<usize>version) << STATE_BITS);
}

/** One that was never handed out. */
function fresh(): u32 {
  if ((<usize>used) << STATE_BITS === (<usize>1) << statesBits) {
    states = moved(states, statesBits, statesBits + 1);
    statesBits++;
  }
  if (used >>> SLAB_BITS === slabCount) addSlab();
  store<u32>(state(used), 1, COUNT);
  return used++;
}

function addSlab(): void {
  if ((<usize>slabCount) << 2 === (<usize>1) << slabsBits) {
    slabs = moved(slabs, slabsBits, slabsBits + 1);
    slabsBits++;
  }
  store<u32>(slabs + (slabCount << 2), <u32>block(SLAB_BITS + rowBits));
  slabCount++;
}

function widenSlab(at: usize, bits: u32): void {
  const before: usize = load<u32>(at);
  const wider = block(SLAB_BITS + bits);
  for (let i: usize = 0; i <= IN_SLAB; i++) memory.copy(wider + (i << bits), before + (i << rowBits), (<usize>1) << rowBits);
  giveBack(before, SLAB_BITS + rowBits);
  store<u32>(at, <u32>wider);
}
