// What a kernel hands on to the one that goes on after it: which objects there are, which blocks are in use, and where each thread is and what it
// holds. All else is what was done before, and nobody asks for that again.

import { blocks } from './blocks';
import { clearingAt, lastCleared, noteCleared } from './lives';
import { put } from './map';
import { objectCount as count, inherit, objects, setObjectCount } from './objects';
import { acquire, FENCED, heldCount as heldBy, heldAt as heldFrom, setDepth, TIME, threadAt } from './threads';

/** Maps, as map.ts lays them out. */
export function objectTable(): usize {
  return objects;
}
export function blockTable(): usize {
  return blocks;
}
export function objectCount(): u32 {
  return count();
}
/** The key of the last record that cleared memory. */
export function clearedAt(): f64 {
  return <f64>lastCleared;
}
/** The locks of a thread, two words each: the lock, and as a number of two parts how often it has it and in the lowest bit whether it shares it. */
export function heldAt(thread: u32): usize {
  return heldFrom(thread);
}
export function heldCount(thread: u32): u32 {
  return heldBy(thread);
}
/** The time of the last record that was handled, and whether there was a release fence. */
export function timeOf(thread: u32): f64 {
  return <f64>load<u64>(threadAt(thread), TIME);
}
export function isFenced(thread: u32): bool {
  return load<u32>(threadAt(thread), FENCED) !== 0;
}

/** `cleared`: an access from before that may be of memory that was another's. */
export function inheritObjects(count: u32, cleared: f64): void {
  setObjectCount(count);
  clearingAt(<u64>cleared);
  noteCleared(0, u64.MAX_VALUE, true);
}
export function inheritObject(key: u64, number: u32): void {
  inherit(key, number);
}
export function inheritBlock(key: u64, value: u64): void {
  put(blocks, key, value);
}
export function inheritThread(thread: u32, time: f64, fenced: bool): void {
  store<u64>(threadAt(thread), <u64>time, TIME);
  store<u32>(threadAt(thread), <u32>fenced, FENCED);
}
export function inheritLock(thread: u32, lock: u32, manner: u32): void {
  if (acquire(thread, lock, (manner & 1) !== 0)) setDepth(thread, lock, manner);
}
