// The words of the operations: the host knows them and puts them into slots of 16 bytes, each a word and what it means. A free slot has no word.

import { FACTOR } from './factor';
import { WORD_SLOTS, WORDS } from './memory';

const OP: usize = 8;
const KIND: usize = 12;

// biome-ignore lint/correctness/noPrecisionLoss: 64 bits are exact here
const OPENS: u64 = 0x2828282828282828;
// biome-ignore lint/correctness/noPrecisionLoss: 64 bits are exact here
const ONES: u64 = 0x0101010101010101;
// biome-ignore lint/correctness/noPrecisionLoss: 64 bits are exact here
const TOPS: u64 = 0x8080808080808080;

/** How many bits of a text of eight bytes are before its first opening parenthesis; 64 if it has none. */
export function bitsOfWord(text: u64): u64 {
  const differs = text ^ OPENS;
  return ctz((differs - ONES) & ~differs & TOPS) & 0x78;
}

/** The slot of a word of up to seven letters, or the one that is free for it. */
export function slotOfWord(word: u64): usize {
  let slot = (word * FACTOR) >>> 56;
  while (load<u64>(at(slot)) !== word && !isFree(at(slot))) slot = (slot + 1) & (WORD_SLOTS - 1);
  return at(slot);
}

export function isFree(slot: usize): bool {
  return load<u64>(slot) === 0;
}
export function opIn(slot: usize): u32 {
  return load<u32>(slot, OP);
}
export function kindIn(slot: usize): u32 {
  return load<u32>(slot, KIND);
}

export function setWord(word: u64, op: u32, kind: u32): void {
  const slot = slotOfWord(word);
  store<u64>(slot, word);
  store<u32>(slot, op, OP);
  store<u32>(slot, kind, KIND);
}

function at(slot: u64): usize {
  return WORDS + ((<usize>slot) << 4);
}
