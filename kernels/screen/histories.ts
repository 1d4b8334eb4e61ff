// For a thorough screen: all accesses of one kind to one cell since its group began, one entry for those of a thread between two releases.
// accesses.ts knows what a later access must be ordered after as a whole; here each is asked for by itself.

import { take } from '../heap';
import { lastStep, lastThread, prefixIsKnown } from './accesses';
import { knows } from './order';
import { begunBy, isOvertaken } from './sections';
import { exclusiveOf, lastRelease, overwriteRead, stepOf, threadAt } from './threads';

/** A history is where its entries are, and in half a word how many; in the lowest bit of the former, that there were accesses which it does not have. */
const LENGTH = 4;
const HAS_GAPS: u32 = 1;

/** An entry: the thread with flags above it, its first and its last step, and how many critical sections it had begun. */
const THREAD = 0;
const FIRST = 4;
const LAST = 8;
const SECTIONS = 12;
const ENTRY_BYTES: usize = 16;

/** No lock was had alone. */
const UNLOCKED: u32 = 1 << 16;
/** The first step is done where it stands in the log. A walk may have grown later. */
const EXACT: u32 = 1 << 17;
/** This, and whatever is before it, was read before the last write. */
const OLD: u32 = 1 << 18;

/** There is room for a power of two, a line of the cache at least: for so many at first, and at most. */
const FEWEST: u32 = 4;
const MOST: u32 = 1024;
/** Room to be used again, by the number of entries: each has the next in its first word. */
let spares: usize = 0;

/** The record at hand is a single access, where it stands. */
let isExact: bool = false;

export function prepare(): void {
  spares = take((MOST + 1) << 2);
}

export function setExact(exact: bool): void {
  isExact = exact;
}

/** Adds an access; `isFirst`: its group begins with it; `before`: the thread of the one before. */
export function remember(history: usize, thread: u32, isFirst: bool, before: u32): void {
  if (isFirst) forget(history);
  const flags = (exclusiveOf(thread) !== 0 ? 0 : UNLOCKED) | (isExact ? EXACT : 0);
  const length: u32 = load<u16>(history, LENGTH);
  // Entries are seldom in the cache: this one need not be looked at if it is another's.
  if (length !== 0 && before === thread && goesOn(entryAt(history, length - 1), thread, flags)) return;
  const entry = newEntry(history);
  store<u32>(entry, thread | flags, THREAD);
  store<u32>(entry, stepOf(thread), FIRST);
  store<u32>(entry, stepOf(thread), LAST);
  store<u32>(entry, begunBy(threadAt(thread)), SECTIONS);
}

/** Whether an access of the thread is one with those of an entry. */
function goesOn(entry: usize, thread: u32, flags: u32): bool {
  const known = load<u32>(entry);
  if ((known & (OLD | UNLOCKED | 0xffff)) !== ((flags & UNLOCKED) | thread)) return false;
  const isInside = load<u32>(entry, FIRST) > lastRelease(thread) && (known & EXACT) >= (flags & EXACT);
  if ((known & UNLOCKED) === 0 && !isInside) return false;
  store<u32>(entry, stepOf(thread), LAST);
  return true;
}

function entryAt(history: usize, i: u32): usize {
  return <usize>(load<u32>(history) & ~HAS_GAPS) + <usize>i * ENTRY_BYTES;
}

/** Room for one more; if there is none to be had, what there was is forgotten. */
function newEntry(history: usize): usize {
  let length: u32 = load<u16>(history, LENGTH);
  if (length === 0) store<u32>(history, <u32>newRoom(FEWEST) | (load<u32>(history) & HAS_GAPS));
  else if (length === MOST) {
    forget(history);
    store<u32>(history, <u32>newRoom(FEWEST) | HAS_GAPS);
    length = 0;
  } else if (length >= FEWEST && (length & (length - 1)) === 0) {
    const room = newRoom(2 * length);
    memory.copy(room, entryAt(history, 0), <usize>length * ENTRY_BYTES);
    dropRoom(entryAt(history, 0), length);
    store<u32>(history, <u32>room | (load<u32>(history) & HAS_GAPS));
  }
  store<u16>(history, length + 1, LENGTH);
  return entryAt(history, length);
}

function newRoom(count: u32): usize {
  const spare = spares + ((<usize>count) << 2);
  const room: usize = load<u32>(spare);
  if (room === 0) return take(<usize>count * ENTRY_BYTES);
  store<u32>(spare, load<u32>(room));
  return room;
}

function dropRoom(room: usize, count: u32): void {
  const spare = spares + ((<usize>count) << 2);
  store<u32>(room, load<u32>(spare));
  store<u32>(spare, <u32>room);
}

function roomFor(length: u32): u32 {
  return length <= FEWEST ? FEWEST : 1 << (32 - clz(length - 1));
}

export function forget(history: usize): void {
  const length: u32 = load<u16>(history, LENGTH);
  if (length !== 0) dropRoom(entryAt(history, 0), roomFor(length));
  store<u32>(history, 0);
  store<u16>(history, 0, LENGTH);
}

/** Another copy, for a cell that becomes several. */
export function copyHistory(from: usize, to: usize): void {
  const length: u32 = load<u16>(from, LENGTH);
  store<u16>(to, length, LENGTH);
  store<u32>(to, load<u32>(from) & HAS_GAPS);
  if (length === 0) return;
  const room = newRoom(roomFor(length));
  memory.copy(room, entryAt(from, 0), <usize>length * ENTRY_BYTES);
  store<u32>(to, <u32>room | (load<u32>(from) & HAS_GAPS));
}

/** Whether all these accesses are over before what the thread does now. */
export function areOvertaken(accesses: usize, history: usize, thread: u32): bool {
  if ((load<u32>(history) & HAS_GAPS) !== 0 || !prefixIsKnown(accesses, thread)) return false;
  const now = stepOf(thread);
  const length: u32 = load<u16>(history, LENGTH);
  for (let i: u32 = 0; i < length; i++) {
    const entry = entryAt(history, i);
    const other = load<u32>(entry) & 0xffff;
    if (other === thread || knows(thread, other, load<u32>(entry, LAST))) continue;
    if ((load<u32>(entry) & UNLOCKED) !== 0) return false;
    if (!isOvertaken(threadAt(other), load<u32>(entry, SECTIONS), load<u32>(entry, FIRST), thread, now)) return false;
  }
  return true;
}

/** The thread overwrites what was read: those who have read since the last write have seen that one, if there is nothing but plain writes. */
export function overwriteReads(reads: usize, writes: usize, thread: u32, isPlain: bool): void {
  const length: u32 = load<u16>(reads, LENGTH);
  if (length === 0) return;
  const latest = entryAt(reads, length - 1);
  if ((load<u32>(latest) & OLD) !== 0) return;
  const last = lastStep(writes);
  if (isPlain && exclusiveOf(thread) !== 0 && (last === 0 || knows(thread, lastThread(writes), last)))
    for (let i = length; i > 0; i--) {
      const entry = entryAt(reads, i - 1);
      if ((load<u32>(entry) & OLD) !== 0) break;
      const reader = load<u32>(entry) & 0xffff;
      if (reader === thread || (load<u32>(entry) & (EXACT | UNLOCKED)) !== EXACT) continue;
      overwriteRead(thread, reader, load<u32>(entry, SECTIONS), load<u32>(entry, FIRST));
    }
  store<u32>(latest, load<u32>(latest) | OLD);
}
