// The clocks that writers had, for the reads that will see them (SHB). A last write is known by its thread and its time, and these tell what the thread
// knew: all that it writes between two times of learning something has one clock. So a write leaves no more than a mark on its thread; when that learns,
// it puts the version of before into its history and goes on with a copy. What no last write needs any more is swept out of the histories now and then.

import { block, moved } from './blocks';
import { lastThread, lastTime } from './concurrent-accesses';
import { IN_PAGE, PAGE_BITS } from './pages';
import { pagesOfShadow, shadowPages } from './shadow';
import { CELL_BITS, isMany, setOf, THREAD, TIME, WRITES } from './slots';
import { at, EPOCH, HISTORY, KNOWN, OPEN, ROW, threadCount } from './threads';
import { BOTTOM, drop, reused, rowBytes, rowOf, share } from './versions';

/** A history: how many entries it has, its size as a power of two, and the entries, the oldest first. */
const COUNT = 0;
const BITS = 4;
const HEAD: usize = 8;
/** An entry: a version, and the time that the epoch after its last write began, with a mark while they are swept. */
const VERSION = 0;
const END = 4;
const ENTRY: usize = 8;
const FIRST_BITS: u32 = 6;
const MARK: u32 = 0x8000_0000;

/**
 * Histories are swept when half as many entries came as were needed before, or one for each variable that must be looked at. Where rows are long these
 * may be too many: they have this much memory, or four times that of the variables.
 */
const ROOM: u32 = 1 << 21;
let entries: u32 = 0;
let sweepAt: u32 = 256;

/** Thread t is about to learn something: what it writes from then on has another clock. */
export function close(t: u32): void {
  const thread = at(t);
  if (load<u32>(thread, OPEN) === 0) return;
  if (entries >= sweepAt) sweep();
  store<u32>(thread, 0, OPEN);
  push(roomy(thread), share(load<u32>(thread, KNOWN)), load<u32>(thread, EPOCH));
}

/** The same in few steps, and gives the row with which the thread goes on, which is to be written; 0 if it is not that simple, and nothing was done. */
export function closeShort(thread: usize): usize {
  const history: usize = load<u32>(thread, HISTORY);
  if (history === 0 || entries >= sweepAt || isFull(history)) return 0;
  const version = reused();
  if (version === BOTTOM) return 0;
  push(history, load<u32>(thread, KNOWN), load<u32>(thread, EPOCH));
  const row = rowOf(version);
  store<u32>(thread, 0, OPEN);
  store<u32>(thread, version, KNOWN);
  store<u32>(thread, <u32>row, ROW);
  return row;
}

/** What thread u knew when it did the write of this time, which is the last one of a variable. */
export function clockOf(u: u32, time: u32): u32 {
  const entry = find(u, time);
  return load<u32>(entry === 0 ? at(u) + KNOWN : entry + VERSION);
}

/** How many clocks are needed: of last writes, and of threads that have written since they last learnt something. */
export function liveClocks(): u32 {
  sweep();
  let live = entries;
  for (let t: u32 = 0; t < threadCount(); t++) live += load<u32>(at(t), OPEN);
  return live;
}

/** The entry with the clock of a write, the first that ended after it; 0 if the thread still has that clock. */
function find(u: u32, time: u32): usize {
  const history: usize = load<u32>(at(u), HISTORY);
  if (history === 0) return 0;
  let left = load<u32>(history, COUNT);
  const end = entryAt(history, left);
  let entry = entryAt(history, 0);
  // Halves are chosen without a branch, which the processor would guess wrong every other time: a sweep takes a fifth of the time.
  while (left > 0) {
    const half = (left + 1) >>> 1;
    const next = entry + <usize>half * ENTRY;
    entry = select<usize>(next, entry, (load<u32>(next - ENTRY, END) & ~MARK) <= time);
    left -= half;
  }
  return entry === end ? 0 : entry;
}

function sweep(): void {
  markNeeded();
  entries = 0;
  for (let t: u32 = 0; t < threadCount(); t++) entries += kept(load<u32>(at(t), HISTORY));
  const cells = shadowPages() << PAGE_BITS;
  sweepAt = entries + max(entries >>> 1, min(cells, max(ROOM, cells << (CELL_BITS + 2)) / rowBytes()));
}

function markNeeded(): void {
  const pages = pagesOfShadow();
  for (let left = shadowPages(), i: usize = 0; left > 0; i++) {
    const page: usize = load<u32>(pages + (i << 2));
    if (page === 0) continue;
    left--;
    for (let cell = page, end = page + ((<usize>IN_PAGE + 1) << CELL_BITS); cell < end; cell += 1 << CELL_BITS) {
      const slot = cell + WRITES;
      const many = isMany(slot);
      const time = many ? lastTime(setOf(slot)) : load<u32>(slot, TIME);
      if (time === 0) continue;
      const entry = find(many ? lastThread(setOf(slot)) : load<u32>(slot, THREAD), time);
      if (entry !== 0) store<u32>(entry, load<u32>(entry, END) | MARK, END);
    }
  }
}

/** Drops what has no mark, takes the marks off the rest, and gives how many those are. */
function kept(history: usize): u32 {
  if (history === 0) return 0;
  const end = entryAt(history, load<u32>(history, COUNT));
  let size: u32 = 0;
  for (let entry = entryAt(history, 0); entry < end; entry += ENTRY) {
    const version = load<u32>(entry, VERSION);
    const marked = load<u32>(entry, END);
    if (marked < MARK) {
      drop(version);
      continue;
    }
    store<u32>(entryAt(history, size), version, VERSION);
    store<u32>(entryAt(history, size), marked & ~MARK, END);
    size++;
  }
  store<u32>(history, size, COUNT);
  return size;
}

/** The history of a thread, with room for one more. */
function roomy(thread: usize): usize {
  let history: usize = load<u32>(thread, HISTORY);
  if (history === 0) {
    history = block(FIRST_BITS);
    store<u32>(history, FIRST_BITS, BITS);
  } else {
    if (!isFull(history)) return history;
    const bits = load<u32>(history, BITS);
    history = moved(history, bits, bits + 1);
    store<u32>(history, bits + 1, BITS);
  }
  store<u32>(thread, <u32>history, HISTORY);
  return history;
}

function isFull(history: usize): bool {
  return entryAt(history, load<u32>(history, COUNT)) === history + ((<usize>1) << load<u32>(history, BITS));
}

function push(history: usize, version: u32, end: u32): void {
  const count = load<u32>(history, COUNT);
  store<u32>(entryAt(history, count), version, VERSION);
  store<u32>(entryAt(history, count), end, END);
  store<u32>(history, count + 1, COUNT);
  entries++;
}

function entryAt(history: usize, index: u32): usize {
  return history + HEAD + <usize>index * ENTRY;
}
