// Lists of entries of four words. The fourth leads to the next entry, or is 0.

import { take } from '../heap';

export const NEXT = 12;
const ENTRY_BYTES: usize = 16;
const CHUNK_BYTES: usize = 1 << 16;

let spare: usize = 0;
let fresh: usize = 0;
let freshEnd: usize = 0;

/** An entry with anything in it. */
export function newEntry(): usize {
  const entry = spare;
  if (entry !== 0) {
    spare = load<u32>(entry, NEXT);
    return entry;
  }
  if (fresh === freshEnd) {
    fresh = take(CHUNK_BYTES);
    freshEnd = fresh + CHUNK_BYTES;
  }
  fresh += ENTRY_BYTES;
  return fresh - ENTRY_BYTES;
}

/** A whole list, which may be empty. */
export function dropEntries(first: usize): void {
  if (first === 0) return;
  let last = first;
  for (let next: usize = load<u32>(last, NEXT); next !== 0; next = load<u32>(last, NEXT)) last = next;
  store<u32>(last, <u32>spare, NEXT);
  spare = first;
}
