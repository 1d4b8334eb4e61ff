// Memory that is given out or freed: what was done to it before says nothing of what is done to it now.

import { dropAtomic } from './atomics';
import { ATOMIC, CELL_BYTES, emptyCells, HALVES, ONE, release } from './granules';
import { anyLargeSince, lastCleared, noteCleared, wasCleared } from './lives';
import { keyAt, size, slots, valueAt } from './map';
import { clearObjects } from './objects';
import { CLEARED, close, GRANULES, knownPage, OBJECTS, PAGE_BITS, PAGE_BYTES, pageOf, pages, REFS, refsOf, WHOLE } from './pages';

/** Of so many pages that are cleared at once each says so, whether it was touched or not. */
const FEW_PAGES: u64 = 16;

/** Whether the memory, or some of it, was given out or freed after the time of an access. */
export function isOfAnother(address: u64, bytes: u64, key: u64): bool {
  let maybe = anyLargeSince(key);
  const last = (address + bytes - 1) >>> PAGE_BITS;
  for (let number = address >>> PAGE_BITS; number <= last && !maybe; number++) {
    const page = knownPage(number);
    maybe = page !== 0 && load<u64>(page, CLEARED) > key;
  }
  // Whole granules, as they are cleared.
  return maybe && wasCleared(address & ~7, address + bytes, key);
}

/** The memory is fresh, or gone. */
export function clearMemory(address: u64, bytes: u64): void {
  const end = address + bytes;
  const first = address >>> PAGE_BITS;
  const last = (end - 1) >>> PAGE_BITS;
  const isLarge = last - first >= FEW_PAGES;
  noteCleared(address & ~7, (end + 7) & ~7, isLarge);
  if (last - first > size(pages)) {
    for (let slot: u32 = 0; slot < slots(pages); slot++) {
      const number = keyAt(pages, slot) - 1;
      if (number >= first && number <= last) clearPage(<usize>valueAt(pages, slot), number, address, end);
    }
    return;
  }
  for (let number = first; number <= last; number++) {
    const page = isLarge ? knownPage(number) : pageOf(number);
    if (page !== 0) clearPage(page, number, address, end);
  }
}

/** Whole granules, as the trace has it. */
function clearPage(page: usize, number: u64, from: u64, to: u64): void {
  store<u64>(page, lastCleared, CLEARED);
  if (load<u32>(page + OBJECTS) !== 0) clearObjects(page + OBJECTS, from, to);
  const start = number << PAGE_BITS;
  const first: u32 = from > start ? <u32>(from - start) >>> 3 : 0;
  const end = <u32>((min<u64>(to - start, PAGE_BYTES) + 7) >>> 3);
  const isAll = first === 0 && end === GRANULES;
  let refs: usize = load<u32>(page, REFS);
  if (refs === 0) {
    const whole: usize = load<u32>(page, WHOLE);
    if (whole === 0) return;
    if (isAll) {
      drop(whole, 1, from, to);
      store<u32>(page, 0, WHOLE);
      return;
    }
    refs = refsOf(number);
  }
  for (let i: usize = first; i < end; i++) {
    const value = load<u32>(refs + (i << 2));
    if (value === 0) continue;
    const cells: usize = value & ~3;
    const count: usize = (value & 3) === ONE ? 1 : (value & 3) === HALVES ? 2 : 8;
    // Who gets the memory next will often use it in the same way.
    if (!isAll && count <= 2 && !hasAtomics(cells, count)) {
      emptyCells(cells, count);
      continue;
    }
    drop(cells, count, from, to);
    store<u32>(refs + (i << 2), 0);
  }
  if (isAll) close(page, number);
}

function hasAtomics(first: usize, count: usize): bool {
  return (load<u32>(first, ATOMIC) | load<u32>(first + (count - 1) * CELL_BYTES, ATOMIC)) !== 0;
}

/** The cells are gone with what is known of them. */
function drop(first: usize, count: usize, from: u64, to: u64): void {
  let before: u32 = 0;
  for (let i: usize = 0; i < count; i++) {
    const atomic = load<u32>(first + i * CELL_BYTES, ATOMIC);
    if (atomic !== 0 && atomic !== before) dropAtomic(atomic, from, to);
    before = atomic;
  }
  release(first, count);
}
