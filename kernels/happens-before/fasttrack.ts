// The rules of FastTrack (Flanagan & Freund 2009) for accesses that the loop of loop.ts does not settle. Of a variable that is shared, the set is the
// read vector Rx: the last read of each thread, until a write ends the sharing.

import { ENTRY, TIME as ENTRY_TIME, entryAt, release } from './access-sets';
import { count, OWN_COUNTS } from './counts';
import { race } from './host';
import { add, create, lastTime, nextUnordered } from './last-accesses';
import { isMany, isOrdered, MANY, put, READS, setOf, THREAD, TIME, WRITES } from './slots';
import { at, EPOCH } from './threads';

/** Where the rules are counted; those of reads and writes lie side by side. */
export const SAME_EPOCH: u32 = OWN_COUNTS;
export const EXCLUSIVE: u32 = OWN_COUNTS + 2;
export const SHARED: u32 = OWN_COUNTS + 4;
const SHARE: u32 = OWN_COUNTS + 6;
const WRITE: u32 = 1;

/** A read that is not in the epoch of the last one, or of a variable that is shared or was not accessed in order. */
export function read(t: u32, cell: usize, now: u32): void {
  const slot = cell + READS;
  const many = isMany(slot);
  // [FT READ SAME EPOCH], for a shared variable
  if (many && lastTime(setOf(slot), t) >= load<u32>(at(t), EPOCH)) {
    count(SAME_EPOCH);
    return;
  }
  check(cell + WRITES, t, now);
  if (many) {
    // [FT READ SHARED]
    count(SHARED);
    put(slot, MANY, <u32>add(setOf(slot), t, now));
  } else if (isOrdered(slot, t)) {
    // [FT READ EXCLUSIVE]
    count(EXCLUSIVE);
    put(slot, t, now);
  } else {
    // [FT READ SHARE]
    count(SHARE);
    const set = add(create(), load<u32>(slot, THREAD), load<u32>(slot, TIME));
    put(slot, MANY, <u32>add(set, t, now));
  }
}

/** A write that is not in the epoch of the last one, of a variable that is shared or was not accessed in order. */
export function write(t: u32, cell: usize, now: u32): void {
  check(cell + WRITES, t, now);
  const slot = cell + READS;
  if (isMany(slot)) {
    // [FT WRITE SHARED]
    count(SHARED + WRITE);
    const set = setOf(slot);
    for (let entry = nextUnordered(set, entryAt(set, 0), t); entry !== 0; entry = nextUnordered(set, entry + ENTRY, t))
      race(load<u32>(entry, ENTRY_TIME) - 1, now - 1);
    forgetReads(slot);
  } else {
    // [FT WRITE EXCLUSIVE]
    count(EXCLUSIVE + WRITE);
    check(slot, t, now);
  }
  put(cell + WRITES, t, now);
}

/** Fresh memory: nothing that was done to it before counts. */
export function forget(cell: usize): void {
  forgetReads(cell + READS);
  put(cell + WRITES, 0, 0);
}

function forgetReads(slot: usize): void {
  if (isMany(slot)) release(setOf(slot));
  put(slot, 0, 0);
}

/** Reports a race with the access of a slot, if it is not ordered before what thread t does now. */
function check(slot: usize, t: u32, now: u32): void {
  if (!isOrdered(slot, t)) race(load<u32>(slot, TIME) - 1, now - 1);
}
