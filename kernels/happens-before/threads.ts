// What a thread is for the kernel: where it is in time, and what it knows of the others.
//
// The time of a thread is where it is in the trace: an access is known by its thread and its position alone, and a thread knows all of another
// up to a position. An epoch is named by the position that it began at. Times are positions + 1, so that 0 is nothing.

import { bitsFor, block, moved } from './blocks';
import { FLAT } from './tails';
import { nothing, rowOf, timeOf, widen as widenVersions } from './versions';

/** Per thread eight words. */
export const THREAD_BITS: u32 = 5;
/** When its epoch began: 1, or just after the last event that handed its clock to others. */
export const EPOCH = 0;
/** 1 if it has written since it last learnt something: write-clocks.ts. Beside the epoch, so that a write stores both at once. */
export const OPEN = 4;
/** The row of its version: what it knows of threads below FLAT, of itself everything. */
export const ROW = 8;
/** The version of what it knows of the others, which is no other thread's. */
export const KNOWN = 12;
/** How often it will hold the lock again that it waits for, plus one; 0 if it does not wait. */
export const WAITING = 16;
/** The round of a barrier that it is in. */
export const ROUND = 20;
/** The clocks of its writes before it last learnt something, 0 if there are none. */
export const HISTORY = 24;
/** When it last learnt something, as a number that no other time of any thread has. */
export const LEARNT = 28;

/** What a thread knows of itself. */
const EVERYTHING: u32 = 0x7fff_fffe;

let table: usize = 0;
let tableBits: u32 = 12;
let threads: u32 = 0;
let learnings: u32 = 0;

export function prepare(): void {
  table = block(tableBits);
}

/** Makes room for this many threads. */
export function widen(count: u32): void {
  if (count <= threads) return;
  const bits = max(tableBits, bitsFor(count, THREAD_BITS));
  if (bits > tableBits) table = moved(table, tableBits, bits);
  tableBits = bits;
  widenVersions(count);
  for (let t: u32 = 0; t < threads; t++) setKnown(t, load<u32>(at(t), KNOWN));
  for (let t = threads; t < count; t++) {
    setKnown(t, nothing());
    store<u32>(at(t), 1, EPOCH);
  }
  threads = count;
}

export function threadTable(): usize {
  return table;
}

export function threadCount(): u32 {
  return threads;
}

/** Where the words of a thread lie. */
export function at(t: u32): usize {
  return table + ((<usize>t) << THREAD_BITS);
}

/** True if what thread u did at `time` is ordered before what thread t does next. */
export function ordered(u: u32, time: u32, t: u32): bool {
  if (u < FLAT) return t === u || load<u32>(<usize>load<u32>(at(t), ROW) + (u << 2)) >= time;
  return t === u || timeOf(load<u32>(at(t), KNOWN), u) >= time;
}

export function setKnown(t: u32, version: u32): void {
  store<u32>(at(t), version, KNOWN);
  store<u32>(at(t), <u32>rowOf(version), ROW);
  if (t < FLAT) store<u32>(rowOf(version) + (t << 2), EVERYTHING);
  hasLearnt(at(t));
}

/** What the thread knows of others is not what it was. */
export function hasLearnt(thread: usize): void {
  store<u32>(thread, ++learnings, LEARNT);
}

/** The thread has handed its clock to others by what it did at `now`. */
export function advance(t: u32, now: u32): void {
  store<u32>(at(t), now + 1, EPOCH);
}
