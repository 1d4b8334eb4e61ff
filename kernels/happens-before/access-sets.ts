// What sets of accesses of one variable have in common: how many they are, for how many there is room (a power of two, less one), and two words for each.

import { block, giveBack } from './blocks';

const SIZE = 0;
const MASK = 4;
const HEAD: usize = 8;
/** Words of an entry: thread + 1, 0 if it is free, and time. */
export const THREAD = 0;
export const TIME = 4;
export const ENTRY: usize = 8;

/** An empty set with room for 2^bits accesses. */
export function newSet(bits: u32): usize {
  const set = block(blockBits(bits));
  store<u32>(set, (1 << bits) - 1, MASK);
  return set;
}

export function release(set: usize): void {
  giveBack(set, blockBits(bitsOf(set)));
}

/** The room of a set, as a power of two. */
export function bitsOf(set: usize): u32 {
  return popcnt<u32>(load<u32>(set, MASK));
}

export function sizeOf(set: usize): u32 {
  return load<u32>(set, SIZE);
}

export function setSize(set: usize, size: u32): void {
  store<u32>(set, size, SIZE);
}

export function maskOf(set: usize): u32 {
  return load<u32>(set, MASK);
}

export function entryAt(set: usize, index: u32): usize {
  return set + HEAD + <usize>index * ENTRY;
}

/** Behind the last entry that there is room for. */
export function endOf(set: usize): usize {
  return entryAt(set, maskOf(set) + 1);
}

/** An entry for each, and the head, which is no longer than the entries are. */
function blockBits(bits: u32): u32 {
  return bits + 4;
}
