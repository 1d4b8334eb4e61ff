// What a lock, a barrier, a channel or a semaphore is known by: a number for its address, and another one once its memory was used anew.

import { objectsAt } from './cells';
import { take } from './heap';
import { find, newMap, put, remove } from './map';

/** How many locks there were. */
export let locks: u32 = 0;
let count: u32 = 0;
/** Families of objects; src/raw/assemble/objects.ts has the same. */
export const LOCK: u32 = 0;
export const BARRIER: u32 = 1;
export const CHANNEL: u32 = 2;
export const SEMAPHORE: u32 = 3;

let numbers: usize = 0;
/** Entries of the lists of pages: the key, and the next. */
let spare: usize = 0;

export function prepare(): void {
  numbers = newMap(10);
}

export function objectAt(address: u64, family: u32): u32 {
  const key = ((address << 4) | family) + 1;
  const known = <u32>find(numbers, key);
  if (known !== 0) return known - 1;
  put(numbers, key, ++count);
  if (family === LOCK) locks++;
  let entry = spare;
  if (entry === 0) entry = take(16);
  else spare = load<u32>(entry, 8);
  const list = objectsAt(address);
  store<u64>(entry, key);
  store<u32>(entry, load<u32>(list), 8);
  store<u32>(list, <u32>entry);
  return count - 1;
}

export function clearObjects(list: usize, from: u64, to: u64): void {
  let link = list;
  for (let entry: usize = load<u32>(link); entry !== 0; entry = load<u32>(link)) {
    const key = load<u64>(entry);
    const address = (key - 1) >>> 4;
    if (address < from || address >= to) {
      link = entry + 8;
      continue;
    }
    remove(numbers, key);
    store<u32>(link, load<u32>(entry, 8));
    store<u32>(entry, <u32>spare, 8);
    spare = entry;
  }
}
