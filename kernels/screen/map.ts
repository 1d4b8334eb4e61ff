// From numbers above zero to numbers: open addressing, 16 bytes a slot. A map is four words: slots, their number less one, and how many are used.

import { take } from '../heap';

const SLOTS = 0;
const MASK = 4;
const COUNT = 8;

export function newMap(bits: u32): usize {
  const map = take(64);
  store<u32>(map, <u32>take((<usize>16) << bits), SLOTS);
  store<u32>(map, (1 << bits) - 1, MASK);
  return map;
}

/** The upper bits of this tell keys apart that are near each other. */
export function spread(key: u64): u64 {
  // biome-ignore lint/correctness/noPrecisionLoss: 64 bits are exact here
  return key * 0x9e3779b97f4a7c15;
}

function slotOf(map: usize, key: u64): u32 {
  return <u32>(spread(key) >>> 32) & load<u32>(map, MASK);
}

function at(map: usize, slot: u32): usize {
  return <usize>load<u32>(map, SLOTS) + ((<usize>slot) << 4);
}

/** 0 if there is none. */
export function find(map: usize, key: u64): u64 {
  const mask = load<u32>(map, MASK);
  let slot = slotOf(map, key);
  while (true) {
    const here = at(map, slot);
    const found = load<u64>(here);
    if (found === key) return load<u64>(here, 8);
    if (found === 0) return 0;
    slot = (slot + 1) & mask;
  }
}

export function put(map: usize, key: u64, value: u64): void {
  const mask = load<u32>(map, MASK);
  let slot = slotOf(map, key);
  for (; ; slot = (slot + 1) & mask) {
    const found = load<u64>(at(map, slot));
    if (found === key || found === 0) break;
  }
  const here = at(map, slot);
  if (load<u64>(here) === 0) store<u32>(map, load<u32>(map, COUNT) + 1, COUNT);
  store<u64>(here, key);
  store<u64>(here, value, 8);
  if (load<u32>(map, COUNT) * 2 > mask) grow(map);
}

export function remove(map: usize, key: u64): void {
  const mask = load<u32>(map, MASK);
  let hole = slotOf(map, key);
  while (load<u64>(at(map, hole)) !== key) {
    if (load<u64>(at(map, hole)) === 0) return;
    hole = (hole + 1) & mask;
  }
  // What follows moves up, so that no search stops too early at the hole.
  for (let slot = (hole + 1) & mask; load<u64>(at(map, slot)) !== 0; slot = (slot + 1) & mask) {
    const home = slotOf(map, load<u64>(at(map, slot)));
    if (((slot - home) & mask) < ((slot - hole) & mask)) continue;
    memory.copy(at(map, hole), at(map, slot), 16);
    hole = slot;
  }
  memory.fill(at(map, hole), 0, 16);
  store<u32>(map, load<u32>(map, COUNT) - 1, COUNT);
}

export function size(map: usize): u32 {
  return load<u32>(map, COUNT);
}

/** Slots, to walk over all: `keyAt` is 0 where there is none. */
export function slots(map: usize): u32 {
  return load<u32>(map, MASK) + 1;
}
export function keyAt(map: usize, slot: u32): u64 {
  return load<u64>(at(map, slot));
}
export function valueAt(map: usize, slot: u32): u64 {
  return load<u64>(at(map, slot), 8);
}

function grow(map: usize): void {
  const before = load<u32>(map, SLOTS);
  const mask = load<u32>(map, MASK);
  store<u32>(map, <u32>take((<usize>mask + 1) << 5), SLOTS);
  store<u32>(map, 2 * mask + 1, MASK);
  store<u32>(map, 0, COUNT);
  for (let slot: usize = 0; slot <= mask; slot++) {
    const here = <usize>before + (slot << 4);
    if (load<u64>(here) !== 0) put(map, load<u64>(here), load<u64>(here, 8));
  }
}
