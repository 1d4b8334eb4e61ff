// Memory in blocks of powers of two, for what grows and what ends: a block that is given back is used again, empty.

import { take } from '../heap';

/** Smaller blocks are cut from one of this size. */
const CUT_BITS: u32 = 12;

/** All blocks have 16 bytes at least, and these are short. */
const SHORT_BITS: u32 = 8;

/** Per size: the first block that was given back. Each begins with where the next lies. */
const freed: usize = memory.data(64 * 4, 4);

/** The power of two that has room for so many things of a size that is one, too. It may be more than there are addresses: no block is as large. */
export function bitsFor(count: u32, sizeBits: u32): u32 {
  return sizeBits + (count < 2 ? 0 : 32 - clz<u32>(count - 1));
}

/** All zero. */
export function block(bits: u32): usize {
  const list = freed + (bits << 2);
  if (load<u32>(list) === 0) {
    if (bits >= CUT_BITS) return take((<u64>1) << bits);
    cut(bits);
  }
  const found: usize = load<u32>(list);
  store<u32>(list, load<u32>(found));
  store<u32>(found, 0);
  return found;
}

export function giveBack(at: usize, bits: u32): void {
  const bytes = (<usize>1) << bits;
  // Sets of a few accesses come and go; a fill of memory is a call into the engine, which takes ten times as long.
  if (bits <= SHORT_BITS) for (let i: usize = 0; i < bytes; i += 16) v128.store(at + i, i32x4.splat(0));
  else memory.fill(at, 0, bytes);
  addFreed(at, bits);
}

/** A larger block with the same in it. */
export function moved(at: usize, bits: u32, to: u32): usize {
  const larger = block(to);
  memory.copy(larger, at, (<usize>1) << bits);
  giveBack(at, bits);
  return larger;
}

function cut(bits: u32): void {
  const whole = take(1 << CUT_BITS);
  for (let at: usize = (<usize>1) << CUT_BITS; at > 0; ) {
    at -= (<usize>1) << bits;
    addFreed(whole + at, bits);
  }
}

function addFreed(at: usize, bits: u32): void {
  const list = freed + (bits << 2);
  store<u32>(at, load<u32>(list));
  store<u32>(list, <u32>at);
}
