// What a lock, a barrier, a channel or a semaphore is known by: a number for its address, and another one once its memory was used anew.

import { take } from '../heap';
import { forgetLock } from './lock-rows';
import { find, newMap, put, remove } from './map';
import { objectsAt } from './pages';

/** How many locks there were. */
export let locks: u32 = 0;
let count: u32 = 0;
/** Families of objects; src/raw/assemble/objects.ts has the same. */
export const LOCK: u32 = 0;
export const BARRIER: u32 = 1;
export const CHANNEL: u32 = 2;
export const SEMAPHORE: u32 = 3;

/** Address and family → number, each with one more. */
export let objects: usize = 0;
/** Entries of the lists of pages: the key, and the next. */
let spare: usize = 0;

export function prepare(): void {
  objects = newMap(10);
}

export function objectAt(address: u64, family: u32): u32 {
  const key = ((address << 4) | family) + 1;
  const known = <u32>find(objects, key);
  if (known !== 0) return known - 1;
  inherit(key, ++count);
  if (family === LOCK) locks++;
  return count - 1;
}

export function objectCount(): u32 {
  return count;
}
export function setObjectCount(to: u32): void {
  count = to;
}

/** An object has this number. */
export function inherit(key: u64, number: u32): void {
  put(objects, key, number);
  let entry = spare;
  if (entry === 0) entry = take(16);
  else spare = load<u32>(entry, 8);
  const list = objectsAt((key - 1) >>> 4);
  store<u64>(entry, key);
  store<u32>(entry, load<u32>(list), 8);
  store<u32>(list, <u32>entry);
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
    if (WATCHING && (<u32>(key - 1) & 15) === LOCK) forgetLock(<u32>find(objects, key) - 1);
    remove(objects, key);
    store<u32>(link, load<u32>(entry, 8));
    store<u32>(entry, <u32>spare, 8);
    spare = entry;
  }
}
