// The memory of the program, as far as it was touched: for every cell what its accesses were. A cell is what is always accessed whole: what granules.ts
// makes of eight bytes; or a whole page, as long as only ranges that cover it touch it.

import { take } from '../heap';
import { add, allow, clear, haveLock, lastStep, lastThread, suspect } from './accesses';
import { allowPlain, dropAtomic, hasStores, suspectPlain } from './atomics';
import {
  ATOMIC,
  CELL_BYTES,
  cellsOf,
  copyCell,
  HALVES,
  lastCell,
  MASK,
  newCells,
  ONE,
  prepare as prepareGranules,
  READ_SITE,
  READS,
  release,
  VERSION,
  WRITE_SITE,
  WRITES,
} from './granules';
import { areOvertaken, overwriteReads, remember } from './histories';
import { anyLargeSince, lastCleared, noteCleared, wasCleared } from './lives';
import { find, keyAt, newMap, put, size, slots, spread, valueAt } from './map';
import { clearObjects } from './objects';
import { observe, version } from './order';
import { exclusiveOf, locksOf, see, stepOf } from './threads';
import { accessing, READS as READ, WRITES as WRITE } from './watch';

const PAGE_BITS: u32 = 12;
const PAGE_BYTES: u32 = 1 << PAGE_BITS;
const GRANULES: u32 = PAGE_BYTES >> 3;

/** A page: its references, or 0 while it is one cell; that cell, or 0; the objects in it; and when any of it was cleared. */
const REFS = 0;
const WHOLE = 4;
const OBJECTS: usize = 8;
const CLEARED = 16;
const PAGE_RECORD_BYTES: usize = 24;
/** Of so many pages that are cleared at once each says so, whether it was touched or not. */
const FEW_PAGES: u64 = 16;

let pages: usize = 0;
let cache: usize = 0;
const CACHE_BITS: u32 = 12;
let spareRefs: usize = 0;
let wouldHelp: bool = false;

export function prepare(): void {
  prepareGranules();
  pages = newMap(12);
  cache = take((<usize>16) << CACHE_BITS);
}

/** Pages are known by their number and one more, since 0 is no key. */
function pageOf(number: u64): usize {
  const key = number + 1;
  const at = cache + ((<usize>(spread(key) >>> (64 - CACHE_BITS))) << 4);
  if (load<u64>(at) === key) return load<u32>(at, 8);
  let page = <usize>find(pages, key);
  if (page === 0) {
    page = take(PAGE_RECORD_BYTES);
    put(pages, key, page);
  }
  store<u64>(at, key);
  store<u32>(at, <u32>page, 8);
  return page;
}

export function objectsAt(address: u64): usize {
  return pageOf(address >>> PAGE_BITS) + OBJECTS;
}

/** Whether the memory, or some of it, was given out or freed after the time of an access. */
export function isOfAnother(address: u64, bytes: u64, key: u64): bool {
  let maybe = anyLargeSince(key);
  const last = (address + bytes - 1) >>> PAGE_BITS;
  for (let number = address >>> PAGE_BITS; number <= last && !maybe; number++) {
    const page = <usize>find(pages, number + 1);
    maybe = page !== 0 && load<u64>(page, CLEARED) > key;
  }
  // Whole granules, as they are cleared.
  return maybe && wasCleared(address & ~7, address + bytes, key);
}

/** A plain access. False if it may race with an earlier one. */
export function access(address: u64, bytes: u64, thread: u32, writes: bool): bool {
  const offset = <u32>address & 7;
  if (WATCHING) accessing(address, bytes);
  if (bytes + offset <= 8) return granule(refOf(address), ((1 << (<u32>bytes)) - 1) << offset, thread, writes);
  let fine = true;
  const end = address + bytes;
  for (let from = address; from < end; ) {
    const page = pageOf(from >>> PAGE_BITS);
    const start = from & ~(<u64>(PAGE_BYTES - 1));
    const to = min(end, start + PAGE_BYTES);
    if (WATCHING) accessing(from, to - from);
    if (to - from === PAGE_BYTES && load<u32>(page, REFS) === 0) fine = touch(wholeOf(page), thread, writes) && fine;
    else fine = part(load<u32>(page, REFS) || <u32>open(page), <u32>(from - start), <u32>(to - start), thread, writes) && fine;
    from = to;
  }
  return fine;
}

function part(refs: usize, from: u32, to: u32, thread: u32, writes: bool): bool {
  let fine = true;
  for (let start = from & ~7; start < to; start += 8) {
    const first = from > start ? from - start : 0;
    const last = min(to - start, 8);
    const mask = ((1 << last) - 1) & ~((1 << first) - 1);
    fine = granule(refs + ((<usize>(start >>> 3)) << 2), mask, thread, writes) && fine;
  }
  return fine;
}

function granule(ref: usize, mask: u32, thread: u32, writes: bool): bool {
  const value = load<u32>(ref);
  if ((value & 3) === ONE) {
    const cell: usize = value & ~3;
    if (load<u32>(cell, MASK) === mask) return touch(cell, thread, writes);
  }
  const first = cellsOf(ref, mask);
  const last = lastCell(ref, first, mask);
  let fine = true;
  for (let cell = first; cell <= last; cell += CELL_BYTES) fine = touch(cell, thread, writes) && fine;
  return fine;
}

function touch(cell: usize, thread: u32, writes: bool): bool {
  const atomic: usize = load<u32>(cell, ATOMIC);
  const held = writes ? exclusiveOf(thread) : locksOf(thread);
  const how = writes ? WRITE : READ;
  let fine = true;
  if (!allow(cell + WRITES, thread, held) && !areOver(cell + WRITES, cell + WRITE_SITE, thread)) {
    if (!WATCHING) return false;
    suspect(cell + WRITES, cell + WRITE_SITE, WRITE, thread, how);
    fine = false;
  }
  if (writes && !allow(cell + READS, thread, held) && !areOver(cell + READS, cell + READ_SITE, thread)) {
    if (!WATCHING) return false;
    suspect(cell + READS, cell + READ_SITE, READ, thread, how);
    fine = false;
  }
  if (atomic !== 0 && !allowPlain(atomic, thread, held, writes)) {
    if (!WATCHING) return false;
    suspectPlain(atomic, thread, held, how);
  }
  // Whatever would race with those before races with this one, too, or they have been told of.
  if (WATCHING && writes && !fine) {
    clear(cell + WRITES);
    clear(cell + READS);
  }
  const step = stepOf(thread);
  if (writes) {
    if (THOROUGH) overwriteReads(cell + READ_SITE, cell + WRITES, thread, atomic === 0);
    const before = lastThread(cell + WRITES);
    const isFirst = add(cell + WRITES, thread, step, held, cell + WRITE_SITE);
    if (THOROUGH) remember(cell + WRITE_SITE, thread, isFirst, before);
    store<u32>(cell, version(thread), VERSION);
    return true;
  }
  const last = lastStep(cell + WRITES);
  const writer = lastThread(cell + WRITES);
  if (last !== 0 && writer !== thread) {
    if (atomic === 0 || !hasStores(atomic)) see(thread, writer, last, load<u32>(cell, VERSION));
    else if (WATCHING) observe(thread, writer, last, load<u32>(cell, VERSION));
  }
  const before = lastThread(cell + READS);
  const isFirst = add(cell + READS, thread, step, held, cell + READ_SITE);
  if (THOROUGH) remember(cell + READ_SITE, thread, isFirst, before);
  return true;
}

/** Whether accesses that are neither ordered before the one at hand, nor share a lock with it, are over before it all the same. */
function areOver(accesses: usize, history: usize, thread: u32): bool {
  if (WATCHING) return false;
  wouldHelp = haveLock(accesses);
  return THOROUGH !== 0 && areOvertaken(accesses, history, thread);
}

/** Whether a thorough screen might know better than to doubt the last access. */
export function mayBeOver(): bool {
  return wouldHelp && THOROUGH === 0;
}

export function refOf(address: u64): usize {
  const page = pageOf(address >>> PAGE_BITS);
  const refs: usize = load<u32>(page, REFS) || <u32>open(page);
  return refs + ((<usize>((<u32>address >>> 3) & (GRANULES - 1))) << 2);
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

function wholeOf(page: usize): usize {
  const cell: usize = load<u32>(page, WHOLE);
  if (cell !== 0) return cell;
  const whole = newCells(1);
  store<u32>(page, <u32>whole, WHOLE);
  return whole;
}

/** Gives the page a reference per granule. */
function open(page: usize): usize {
  let refs = spareRefs;
  if (refs === 0) refs = take(GRANULES << 2);
  else {
    spareRefs = load<u32>(refs);
    memory.fill(refs, 0, GRANULES << 2);
  }
  store<u32>(page, <u32>refs, REFS);
  const whole: usize = load<u32>(page, WHOLE);
  if (whole === 0) return refs;
  for (let i: usize = 0; i < GRANULES; i++) {
    const cell = newCells(1);
    copyCell(whole, cell);
    store<u32>(cell, 0xff, MASK);
    store<u32>(refs + (i << 2), <u32>cell | ONE);
  }
  release(whole, 1);
  store<u32>(page, 0, WHOLE);
  return refs;
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
    const page = isLarge ? <usize>find(pages, number + 1) : pageOf(number);
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
    refs = open(page);
  }
  for (let i: usize = first; i < end; i++) {
    const value = load<u32>(refs + (i << 2));
    if (value === 0) continue;
    drop(value & ~3, (value & 3) === ONE ? 1 : (value & 3) === HALVES ? 2 : 8, from, to);
    store<u32>(refs + (i << 2), 0);
  }
  if (!isAll) return;
  store<u32>(refs, <u32>spareRefs);
  spareRefs = refs;
  store<u32>(page, 0, REFS);
}
