// Atomic accesses: what plain ones must be ordered with, and what a load learns from the store that it saw: from a release to an acquire of the
// same bytes. An atomic that turns out to be a lock orders nothing, as locks do not; whether somebody learned from it before that is kept.

import { take } from '../heap';
import { ACCESSES_BYTES, add, addQuickly, allow, allowQuickly, clear, suspect } from './accesses';
import { ATOMIC, CELL_BYTES, cellsOf, isUnused, lastCell, noteUse, READ_SITE, READS, WRITE_SITE, WRITES } from './granules';
import { lockLike } from './host';
import { behind, giveSeen, isKnown, newRow, observe, suspend, takeSeen, version } from './order';
import { refOf } from './pages';
import { exclusiveOf, locksOf, see, stepOf } from './threads';
import {
  ATOMICS,
  accessing,
  LOADS as LOADED,
  passes,
  READS as READ,
  STORES as STORED,
  UPDATES,
  WRITES as WRITTEN,
} from './watch';

/** The loads, the stores, of the last store that releases its thread, step and version, the bytes, and what the host says of it. */
const LOADS: usize = 0;
const STORES: usize = ACCESSES_BYTES;
const GIVER: usize = 2 * ACCESSES_BYTES;
const STEP: usize = GIVER + 4;
const VERSION: usize = GIVER + 8;
const BYTES: usize = GIVER + 12;
const ADDRESS: usize = GIVER + 16;
const NUMBER: usize = GIVER + 24;
const STATE: usize = GIVER + 28;
const RELIED: usize = GIVER + 32;
const ATOMIC_BYTES: usize = 128;

/** The state: it is no lock for certain, or it acts as one; above that, as one that somebody holds. */
const REJECTED: u32 = 1;
const IS_LOCK: u32 = 2;

/** An atomic that was a lock to its end was taken for more, or may live longer in the trace than here. */
let mistaken: bool = false;
/** All atomics, each with the one made before it. */
let latest: usize = 0;
const BEFORE: usize = GIVER + 36;

/** For a kernel that watches: of the last store that releases, whatever came after it, thread, step and version; and the sites of the last load and store. */
const SEEN_GIVER: usize = GIVER + 40;
const SEEN_STEP: usize = GIVER + 44;
const SEEN_VERSION: usize = GIVER + 48;
const LOAD_SITE: usize = GIVER + 52;
const STORE_SITE: usize = GIVER + 58;
/** What was handed on by atomics that are no more than this: of bytes that others have parts of, or that their memory was taken from. Half a row. */
let tangle: usize = 0;
let isSpilled: bool = false;

let spare: usize = 0;
let numbers: u32 = 0;

/** How an atomic access acts, as bits. */
export const LOAD: u32 = 1;
export const STORE: u32 = 2;
export const ACQUIRE: u32 = 4;
export const RELEASE: u32 = 8;

function newAtomic(address: u64, bytes: u32): usize {
  let atomic = spare;
  if (atomic === 0) {
    atomic = take(ATOMIC_BYTES);
    store<u32>(atomic, numbers++, NUMBER);
    store<u32>(atomic, <u32>latest, BEFORE);
    latest = atomic;
  } else {
    spare = load<u32>(atomic);
    const number = load<u32>(atomic, NUMBER);
    const before = load<u32>(atomic, BEFORE);
    memory.fill(atomic, 0, ATOMIC_BYTES);
    store<u32>(atomic, number, NUMBER);
    store<u32>(atomic, before, BEFORE);
  }
  store<u32>(atomic, bytes, BYTES);
  store<u64>(atomic, address, ADDRESS);
  // Nothing of an atomic that was here before.
  lockLike(load<u32>(atomic, NUMBER), 0, 0, 0);
  return atomic;
}

/** Its granule is cleared, because memory from `from` up to `to` is. */
export function dropAtomic(atomic: usize, from: u64, to: u64): void {
  // The trace goes by the bytes of an atomic, not by its granule.
  const address = load<u64>(atomic, ADDRESS);
  if (address < from || address >= to) {
    mistaken = true;
    if (WATCHING) spill(atomic);
  }
  // A lock whose memory goes is free.
  if (load<u32>(atomic, STATE) === IS_LOCK && load<u32>(atomic, RELIED) !== 0) mistaken = true;
  store<u32>(atomic, REJECTED, STATE);
  clear(atomic + LOADS);
  clear(atomic + STORES);
  store<u32>(atomic, <u32>spare);
  spare = atomic;
}

/** The run is over: whether an atomic that is still there was taken for more than a lock. */
export function anyMistaken(): bool {
  for (let atomic = latest; atomic !== 0; atomic = load<u32>(atomic, BEFORE))
    if (load<u32>(atomic, STATE) >= IS_LOCK && load<u32>(atomic, RELIED) !== 0) mistaken = true;
  return mistaken;
}

/** Whether a plain access cannot race with these. */
export function allowPlain(atomic: usize, thread: u32, held: u32, writes: bool): bool {
  return allow(atomic + STORES, thread, held) && (!writes || allow(atomic + LOADS, thread, held));
}

/** Tells of a plain access that may race with these. */
export function suspectPlain(atomic: usize, thread: u32, held: u32, how: u32): void {
  if (!allow(atomic + STORES, thread, held)) suspect(atomic + STORES, atomic + STORE_SITE, STORED, thread, how);
  if (how === WRITTEN && !allow(atomic + LOADS, thread, held)) suspect(atomic + LOADS, atomic + LOAD_SITE, LOADED, thread, how);
}

/** What the atomic has handed on is not lost with it. */
function spill(atomic: usize): void {
  const step = load<u32>(atomic, SEEN_STEP);
  if (step !== 0) giveSeen(tangled(), load<u32>(atomic, SEEN_GIVER), step);
  isSpilled = true;
}

function tangled(): usize {
  if (tangle === 0) tangle = newRow() + behind();
  return tangle;
}

/** An atomic whose bytes are in part those of others: it is ordered with all such, which is more than it is. */
function entangled(thread: u32): bool {
  if (!WATCHING) return false;
  takeSeen(tangled(), thread);
  giveSeen(tangled(), thread, stepOf(thread));
  return passes(ATOMICS);
}

export function hasStores(atomic: usize): bool {
  return load<u32>(atomic, STORES) !== 0;
}

/** An atomic access; false if it may race with an earlier one, or what it does is beyond what is known here. `record` has its values, or is 0. */
export function atomicAccess(address: u64, bytes: u32, how: u32, kind: u32, thread: u32, record: usize): bool {
  const offset = <u32>address & 7;
  if (offset + bytes > 8) return entangled(thread);
  if (WATCHING) accessing(address, bytes);
  const ref = refOf(address);
  const mask: u32 = ((1 << bytes) - 1) << offset;
  const first = cellsOf(ref, mask);
  const last = lastCell(ref, first, mask);
  let atomic: usize = load<u32>(first, ATOMIC);
  if (WATCHING && isPartOfAnother(atomic, first, last, address, bytes)) return entangled(thread);
  // What it sees may order it after accesses that it would race with.
  if (WATCHING && (how & LOAD) !== 0 && isOf(atomic, address, bytes)) hear(atomic, (how & ACQUIRE) !== 0, thread);
  for (let cell = first; cell <= last; cell += CELL_BYTES) {
    if (load<u32>(cell, ATOMIC) !== <u32>atomic) return false;
    if (!allow(cell + WRITES, thread, locksOf(thread))) {
      if (!WATCHING) return false;
      suspect(cell + WRITES, cell + WRITE_SITE, WRITTEN, thread, manner(how));
    }
    if ((how & STORE) === 0 || allow(cell + READS, thread, exclusiveOf(thread))) continue;
    if (!WATCHING) return false;
    suspect(cell + READS, cell + READ_SITE, READ, thread, manner(how));
  }
  if (atomic === 0) {
    if (isUnused(first)) noteUse();
    atomic = newAtomic(address, bytes);
    for (let cell = first; cell <= last; cell += CELL_BYTES) store<u32>(cell, <u32>atomic, ATOMIC);
  } else if (!isOf(atomic, address, bytes)) return false;
  act(atomic, how, thread);
  const state = load<u32>(atomic, STATE);
  if (state !== REJECTED && (how & STORE) !== 0)
    store<u32>(atomic, record === 0 ? REJECTED : lockLike(load<u32>(atomic, NUMBER), kind, thread, record), STATE);
  else if (record === 0) store<u32>(atomic, REJECTED, STATE);
  return true;
}

/** A load, as `atomicAccess` would have it, but false where that takes more than a look, and nothing is done; `own` is what the thread knows. @inline */
export function loadQuickly(
  cell: usize,
  address: u64,
  bytes: u32,
  acquires: bool,
  hasValues: bool,
  thread: u32,
  own: usize,
  held: u32,
  step: u32,
): bool {
  const atomic: usize = load<u32>(cell, ATOMIC);
  if (!isOf(atomic, address, bytes) || !allowQuickly(cell + WRITES, thread, own, held)) return false;
  if (!hasValues && load<u32>(atomic, STATE) !== REJECTED) return false;
  const giver = load<u32>(atomic, GIVER);
  const given = load<u32>(atomic, STEP);
  const relies = acquires && giver !== thread && given !== 0;
  if (relies && !isKnown(thread, own, giver, given)) return false;
  if (!addQuickly(atomic + LOADS, thread, own, step, held, atomic + LOAD_SITE)) return false;
  if (relies) store<u32>(atomic, 1, RELIED);
  return true;
}

/** @inline */
function isOf(atomic: usize, address: u64, bytes: u32): bool {
  return atomic !== 0 && load<u64>(atomic, ADDRESS) === address && load<u32>(atomic, BYTES) === bytes;
}

/** Whether there is an atomic of other bytes in the cells. */
function isPartOfAnother(atomic: usize, first: usize, last: usize, address: u64, bytes: u32): bool {
  for (let cell = first; cell <= last; cell += CELL_BYTES) if (load<u32>(cell, ATOMIC) !== <u32>atomic) return true;
  return atomic !== 0 && !isOf(atomic, address, bytes);
}

function manner(how: u32): u32 {
  return (how & STORE) === 0 ? LOADED : (how & LOAD) === 0 ? STORED : UPDATES;
}

function act(atomic: usize, how: u32, thread: u32): void {
  const step = stepOf(thread);
  if ((how & LOAD) !== 0) {
    const giver = load<u32>(atomic, GIVER);
    const given = load<u32>(atomic, STEP);
    if ((how & ACQUIRE) !== 0 && giver !== thread && given !== 0) {
      see(thread, giver, given, load<u32>(atomic, VERSION));
      store<u32>(atomic, 1, RELIED);
    }
    add(atomic + LOADS, thread, step, locksOf(thread), atomic + LOAD_SITE);
  }
  if ((how & STORE) === 0) return;
  add(atomic + STORES, thread, step, exclusiveOf(thread), atomic + STORE_SITE);
  if (WATCHING && (how & RELEASE) !== 0) {
    store<u32>(atomic, thread, SEEN_GIVER);
    store<u32>(atomic, step, SEEN_STEP);
    store<u32>(atomic, version(thread), SEEN_VERSION);
  }
  // What an update leaves goes on with what was released before it; a store that releases nothing hides it.
  if ((how & (RELEASE | LOAD)) === LOAD) return;
  store<u32>(atomic, thread, GIVER);
  store<u32>(atomic, (how & RELEASE) !== 0 ? step : 0, STEP);
  store<u32>(atomic, version(thread), VERSION);
}

/** What was handed on by a release is seen by who acquires, and by others after their next fence. In the trace a store that releases nothing does not hide it. */
function hear(atomic: usize, acquires: bool, thread: u32): void {
  if (isSpilled) takeSeen(tangled(), thread);
  const step = load<u32>(atomic, SEEN_STEP);
  if (step === 0) return;
  if (acquires) observe(thread, load<u32>(atomic, SEEN_GIVER), step, load<u32>(atomic, SEEN_VERSION));
  else suspend(thread, load<u32>(atomic, SEEN_GIVER), step, load<u32>(atomic, SEEN_VERSION));
}
