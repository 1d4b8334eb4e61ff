// What is remembered of the accesses of one kind to one cell: enough to tell, of the next access, whether it is ordered after all of them or
// has a lock in common with each that it is not ordered after. Five words, whatever the number of accesses:
//
//   a *prefix* of them, all of which are ordered before one step, or none;
//   a *group*, the rest: the locks that all of the group have in common, and its *top*: one step that all of prefix and group are ordered
//   before or are, or a row with a step per thread.
//
// The prefix is for memory that is set up before it is shared: that was done without the lock, and everybody is ordered after it.

import { meet } from './locksets';
import { clock, isKnown, knows, knowsRow } from './order';
import { copiedTop, dropTop, newTop, setTop, stepIn } from './tops';
import { keepSite, record, SITE, tell, tellAny } from './watch';

/** The last step (0: no access), its thread and above it that of the prefix, the step of the prefix, the common locks, and the row, or 0. */
const STEP = 0;
const THREADS = 4;
const PREFIX = 8;
const LOCKS = 12;
const ROW = 16;
export const ACCESSES_BYTES: usize = 20;

/** Whether an access of the thread cannot race with any of these. */
export function allow(at: usize, thread: u32, locks: u32): bool {
  return lastStep(at) === 0 || shareLock(at, thread, locks) || topIsKnown(at, thread);
}

/** As `allow`, but false where that takes more than a look; `own` is what the thread knows. @inline */
export function allowQuickly(at: usize, thread: u32, own: usize, locks: u32): bool {
  const step = lastStep(at);
  if (step === 0 || (load<u32>(at, ROW) === 0 && isKnown(thread, own, lastThread(at), step))) return true;
  return locks !== 0 && load<u32>(at, LOCKS) === locks && isPrefixKnown(at, thread, own);
}

/** Whether the thread does not know the last of these. @inline */
export function isNew(at: usize, thread: u32, own: usize): bool {
  const step = lastStep(at);
  return step !== 0 && !isKnown(thread, own, lastThread(at), step);
}

/** As `add`, but false where that takes more than a look, and nothing is done. Who reads without locks and is in the row goes on there, though a
 * group might begin: a row asks for more than the one step that stands for it, never for less. @inline */
export function addQuickly(at: usize, thread: u32, own: usize, step: u32, locks: u32, site: usize): bool {
  const threads = load<u32>(at, THREADS);
  const common = load<u32>(at, LOCKS);
  const row: usize = load<u32>(at, ROW);
  if (row !== 0) {
    if (common !== locks || (locks === 0 ? stepIn(row, thread) === 0 : !isPrefixKnown(at, thread, own))) return false;
    store<u32>(at, (threads & 0xffff0000) | thread, THREADS);
    setTop(row, thread, step, record + SITE);
  } else if ((threads & 0xffff) !== thread || common !== locks) {
    const last = lastStep(at);
    if (last !== 0 && !isKnown(thread, own, threads & 0xffff, last)) return false;
    if (last === 0 || common === 0 || locks === 0) {
      store<u32>(at, thread | (threads << 16), THREADS);
      store<u32>(at, last, PREFIX);
      store<u32>(at, locks, LOCKS);
    } else {
      if (common !== locks || !isPrefixKnown(at, thread, own)) return false;
      store<u32>(at, (threads & 0xffff0000) | thread, THREADS);
    }
  }
  store<u32>(at, step, STEP);
  if (WATCHING) keepSite(site);
  return true;
}

/** Whether a group begins with what `addQuickly` is to add. @inline */
export function beginsQuickly(at: usize, thread: u32, locks: u32): bool {
  const common = load<u32>(at, LOCKS);
  if (load<u32>(at, ROW) !== 0 || (lastThread(at) === thread && common === locks)) return false;
  return lastStep(at) === 0 || common === 0 || locks === 0;
}

/** @inline */
function isPrefixKnown(at: usize, thread: u32, own: usize): bool {
  const prefix = load<u32>(at, PREFIX);
  return prefix === 0 || isKnown(thread, own, load<u32>(at, THREADS) >>> 16, prefix);
}

/** Adds an access that was allowed. `site`: where the site of the last one is kept, for a kernel that watches. True if a group begins with it. */
export function add(at: usize, thread: u32, step: u32, locks: u32, site: usize): bool {
  const isFirst = include(at, thread, step, locks, site);
  store<u32>(at, step, STEP);
  if (WATCHING) keepSite(site);
  return isFirst;
}

/** Tells of an access that was not allowed; `site` is that of the last of these, which are accesses of the kind `otherHow`. */
export function suspect(at: usize, site: usize, otherHow: u32, thread: u32, how: u32): void {
  const top = load<u32>(at, ROW);
  if (top === 0) tell(thread, how, lastThread(at), lastStep(at), site, otherHow);
  else tellAny(thread, how, top, otherHow);
}

function include(at: usize, thread: u32, step: u32, locks: u32, site: usize): bool {
  const isFirst = lastStep(at) === 0;
  if (!isFirst && load<u32>(at, ROW) === 0 && lastThread(at) === thread && load<u32>(at, LOCKS) === locks) return false;
  if (!isFirst && (shareLock(at, thread, locks) || !topIsKnown(at, thread))) {
    store<u32>(at, meet(load<u32>(at, LOCKS), locks), LOCKS);
    raise(at, thread, step, site);
    return false;
  }
  const row = load<u32>(at, ROW);
  const threads = load<u32>(at, THREADS);
  // All that there were are before the row's next step, which is this one.
  store<u32>(at, thread | ((row === 0 ? threads : thread) << 16), THREADS);
  store<u32>(at, row === 0 ? lastStep(at) : step, PREFIX);
  store<u32>(at, locks, LOCKS);
  if (row !== 0) dropTop(row);
  store<u32>(at, 0, ROW);
  return true;
}

/** @inline */
export function lastStep(at: usize): u32 {
  return load<u32>(at, STEP);
}

/** @inline */
export function lastThread(at: usize): u32 {
  return load<u32>(at, THREADS) & 0xffff;
}

/** Another copy, for a cell that becomes several. */
export function copy(from: usize, to: usize): void {
  memory.copy(to, from, ACCESSES_BYTES);
  const row = load<u32>(from, ROW);
  if (row !== 0) store<u32>(to, <u32>copiedTop(row), ROW);
}

export function clear(at: usize): void {
  const row = load<u32>(at, ROW);
  if (row !== 0) dropTop(row);
  store<u32>(at, 0, ROW);
  store<u32>(at, 0, STEP);
  store<u32>(at, 0, PREFIX);
}

function shareLock(at: usize, thread: u32, locks: u32): bool {
  const common = load<u32>(at, LOCKS);
  if (locks === 0 || common === 0 || (common !== locks && meet(common, locks) === 0)) return false;
  return prefixIsKnown(at, thread);
}

export function prefixIsKnown(at: usize, thread: u32): bool {
  return isPrefixKnown(at, thread, clock(thread));
}

/** Whether all of the group had a lock in common. */
export function haveLock(at: usize): bool {
  return load<u32>(at, LOCKS) !== 0;
}

function topIsKnown(at: usize, thread: u32): bool {
  const row = load<u32>(at, ROW);
  return row === 0 ? knows(thread, load<u32>(at, THREADS) & 0xffff, load<u32>(at, STEP)) : knowsRow(thread, row);
}

/** The thread's step becomes part of the top. */
function raise(at: usize, thread: u32, step: u32, site: usize): void {
  const threads = load<u32>(at, THREADS);
  const last = threads & 0xffff;
  store<u32>(at, (threads & 0xffff0000) | thread, THREADS);
  let row: usize = load<u32>(at, ROW);
  if (row === 0) {
    if (knows(thread, last, load<u32>(at, STEP))) return;
    row = newTop();
    store<u32>(at, <u32>row, ROW);
    setTop(row, last, load<u32>(at, STEP), site);
  }
  setTop(row, thread, step, record + SITE);
}
