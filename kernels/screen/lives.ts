// Memory is given out, freed, and given out again, and each time it is other memory. An access that comes after its time may be of memory that was
// another's by then. Each page says when any of it was last cleared, and the last clearings are kept, for a look at the bytes.

import { take } from '../heap';

/** The latest clearing of all, and the latest of a range that has pages which were never touched, and so do not say. Keys of records. */
export let lastCleared: u64 = 0;
let lastLarge: u64 = 0;
let count: u32 = 0;
let ring: usize = 0;

const KEPT: u32 = 1 << 14;
const FROM = 0;
const TO = 8;
const KEY = 16;

export function prepare(): void {
  ring = take((<usize>KEPT) << 5);
}

/** What is cleared next, is at this time. */
export function clearingAt(key: u64): void {
  lastCleared = max(lastCleared, key);
}

export function noteCleared(from: u64, to: u64, isLarge: bool): void {
  const entry = at(count++);
  store<u64>(entry, from, FROM);
  store<u64>(entry, to, TO);
  store<u64>(entry, lastCleared, KEY);
  if (isLarge) lastLarge = lastCleared;
}

/** Whether there were clearings after this time that no page may know of. */
export function anyLargeSince(key: u64): bool {
  return lastLarge > key;
}

/** Whether any of the bytes were cleared after this time, as far as it can be said; if it cannot, they were. */
export function wasCleared(from: u64, to: u64, key: u64): bool {
  for (let back: u32 = 1; back <= min(count, KEPT); back++) {
    const entry = at(count - back);
    if (load<u64>(entry, KEY) <= key) return false;
    if (load<u64>(entry, FROM) < to && from < load<u64>(entry, TO)) return true;
  }
  return count > KEPT;
}

function at(number: u32): usize {
  return ring + ((<usize>(number % KEPT)) << 5);
}
