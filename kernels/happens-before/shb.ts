// The rules of schedulable happens-before (Mathur, Kini & Viswanathan 2018) for accesses that the loop of loop.ts does not settle. Writes that are not
// ordered are a list of those that are pairwise unordered, reads a set with the last one of each thread: O(1) for a read, however many threads share the
// variable; the write that comes after them pays for the comparison.

import { release } from './access-sets';
import {
  append,
  create as createList,
  lastThread,
  lastTime,
  latestUnordered as latestOfList,
  prune as pruneList,
} from './concurrent-accesses';
import { count, OWN_COUNTS } from './counts';
import { race } from './host';
import { add, create as createSet, latestUnordered as latestOfSet, prune as pruneSet } from './last-accesses';
import { learn } from './order';
import { isMany, isOrdered, MANY, put, READS, setOf, THREAD, TIME, WRITES } from './slots';
import { at, EPOCH, ordered } from './threads';
import { clockOf } from './write-clocks';

const WRITE_READ: u32 = OWN_COUNTS;
const READ_WRITE: u32 = OWN_COUNTS + 1;
const WRITE_WRITE: u32 = OWN_COUNTS + 2;
const READS_FROM: u32 = OWN_COUNTS + 3;
/** Reads, and beside them writes, that were ordered after all accesses before. */
export const ORDERED: u32 = OWN_COUNTS + 4;

/** The word OPEN of a thread, above its epoch. */
const WRITTEN: u64 = 1 << 32;

/** A read that is ordered after all writes learns nothing from the last one, and does not come here. */
export function read(t: u32, cell: usize, now: u32): void {
  const slot = cell + WRITES;
  const many = isMany(slot);
  report(many ? latestOfList(setOf(slot), t) : unordered(slot, t), now, WRITE_READ);
  const u = many ? lastThread(setOf(slot)) : load<u32>(slot, THREAD);
  const time = many ? lastTime(setOf(slot)) : load<u32>(slot, TIME);
  if (!ordered(u, time, t)) {
    count(READS_FROM);
    learn(t, clockOf(u, time), u, time);
  }
  putRead(cell + READS, t, now);
}

export function write(t: u32, cell: usize, now: u32): void {
  const slot = cell + WRITES;
  report(isMany(slot) ? latestOfList(setOf(slot), t) : unordered(slot, t), now, WRITE_WRITE);
  const reads = cell + READS;
  const many = isMany(reads);
  report(many ? latestOfSet(setOf(reads), t) : unordered(reads, t), now, READ_WRITE);
  // Whoever does not know a read that is ordered before the write does not know the write either, and will be told so.
  if (many) {
    const kept = pruneSet(setOf(reads), t);
    put(reads, kept === 0 ? 0 : MANY, <u32>kept);
  }
  putWrite(slot, t, now);
  handOver(at(t), now);
}

/** A write hands its thread's clock to those who will read it, so that the thread's time goes on. */
export function handOver(thread: usize, now: u32): void {
  store<u64>(thread, WRITTEN | (now + 1), EPOCH);
}

/** Fresh memory: nothing that was done to it before counts. */
export function forget(cell: usize): void {
  forgetSlot(cell + WRITES);
  forgetSlot(cell + READS);
}

function forgetSlot(slot: usize): void {
  if (isMany(slot)) release(setOf(slot));
  put(slot, 0, 0);
}

/** The time of the one access of a slot, 0 if there is none or it is ordered before what thread t does next. */
function unordered(slot: usize, t: u32): u32 {
  return isOrdered(slot, t) ? 0 : load<u32>(slot, TIME);
}

/** Reports a race with the access at an earlier time, if there is one. */
function report(time: u32, now: u32, what: u32): void {
  if (time === 0) return;
  count(what);
  race(time - 1, now - 1);
}

function putRead(slot: usize, t: u32, now: u32): void {
  if (isMany(slot)) put(slot, MANY, <u32>add(setOf(slot), t, now));
  else if (isOrdered(slot, t)) put(slot, t, now);
  else {
    const set = add(createSet(), load<u32>(slot, THREAD), load<u32>(slot, TIME));
    put(slot, MANY, <u32>add(set, t, now));
  }
}

/** Adds thread t's write and drops those that are ordered before it: one access again as soon as one is after all. */
function putWrite(slot: usize, t: u32, now: u32): void {
  if (isMany(slot)) {
    const list = setOf(slot);
    if (pruneList(list, t) > 0) {
      put(slot, MANY, <u32>append(list, t, now));
      return;
    }
    release(list);
  } else if (!isOrdered(slot, t)) {
    const list = append(createList(), load<u32>(slot, THREAD), load<u32>(slot, TIME));
    put(slot, MANY, <u32>append(list, t, now));
    return;
  }
  put(slot, t, now);
}
