// What each kind of record does that is no plain access of a few bytes.

import { take } from '../heap';
import { ACQUIRE, atomicAccess, LOAD, RELEASE, STORE } from './atomics';
import { allocate, free, tellOfBlocks } from './blocks';
import { access } from './cells';
import { benign, sync } from './host';
import { BARRIER, CHANNEL, clearObjects, LOCK, objectAt, SEMAPHORE } from './objects';
import { settle } from './order';
import { objectsAt } from './pages';
import { acquire, FENCED, IS_OVER, release, THREAD_ENDED, threadAt } from './threads';
import { handlingPart, passes, RANGES } from './watch';

/** Kinds of records, as src/raw/format.ts has them. */
export const STAMP: u32 = 1;
export const CALL: u32 = 50;
export const PLACE: u32 = 51;
export const READ: u32 = 2;
export const WRITE: u32 = 3;
export const READ_RANGE: u32 = 4;
export const WRITE_RANGE: u32 = 5;
const LENGTH: u32 = 6;
const ATOMIC_STORES: u32 = 7;
export const ATOMIC_LOAD: u32 = 8;
const ATOMIC_STORE: u32 = 9;
export const ATOMIC_UPDATE: u32 = 10;
const FENCE: u32 = 11;
const ACQUIRE_LOCK: u32 = 16;
const RELEASE_LOCK: u32 = 17;
const ACQUIRE_SHARED: u32 = 18;
const RELEASE_SHARED: u32 = 19;
const WAIT: u32 = 20;
const NOTIFY: u32 = 21;
const BARRIER_ENTER: u32 = 22;
const BARRIER_EXIT: u32 = 23;
const FORK: u32 = 24;
const JOIN: u32 = 25;
const BEGIN: u32 = 26;
const THREAD_END: u32 = 27;
const ENTER: u32 = 28;
const LEAVE: u32 = 29;
const SEND: u32 = 32;
const RECEIVE: u32 = 33;
const SEMAPHORE_INIT: u32 = 34;
const SEMAPHORE_POST: u32 = 35;
const SEMAPHORE_TAKE: u32 = 36;
const RECEIVE_ALL: u32 = 37;
export const ALLOCATE: u32 = 40;
export const FREE: u32 = 41;
const BENIGN: u32 = 42;
const REPEAT: u32 = 48;

/** Of the extra of an atomic access: its values follow. */
export const VALUES: u32 = 0x8000;
/** Of the extra of a plain access; src/raw/format.ts has the same. */
const ELEMENT_BITS: u32 = 7;
/** Of the extra of a receipt; src/raw/format.ts has the same. */
const ONCE: u32 = 1;
/** Memory orders. */
const RELAXED: u32 = 0;
const RELEASING: u32 = 3;

export const RECORD: usize = 16;
/** One store of a row, as a record with values. */
let single: usize = 0;
/** One who watches has to go on: what would take all memory is passed over. */
const LONGEST_RANGE: u64 = 1 << 30;

/** What became of a record that is no plain access: it cannot have been, or is not understood; it was handled; its time has not come. */
export const NO: u32 = 0;
export const YES: u32 = 1;
export const LATER: u32 = 2;

/** @inline */
export function address(at: usize): u64 {
  return load<u64>(at) & 0xffff_ffff_ffff;
}

/** A message that nobody else receives is not asked for again. */
function channel(kind: u32, thread: u32, what: u64, extra: u32): u32 {
  const handled = sync(kind, thread, objectAt(what, CHANNEL), kind === RECEIVE ? extra : 0);
  if (kind === RECEIVE && extra === ONCE) clearObjects(objectsAt(what), what, what + 1);
  return handled;
}

export function isFollowed(kind: u32, last: u32): bool {
  if (kind === READ_RANGE || kind === WRITE_RANGE || kind === ALLOCATE || kind === BENIGN) return true;
  return kind >= ATOMIC_STORES && kind <= ATOMIC_UPDATE && last >>> 31 !== 0;
}

/** What it gives back is of the kind of YES and NO. */
export function handle(kind: u32, at: usize, thread: u32): u32 {
  const what = address(at);
  const extra = load<u32>(at, 12) >>> 16;
  switch (kind) {
    case READ_RANGE:
    case WRITE_RANGE:
      if (!isLength(at)) return NO;
      if (WATCHING && address(at + RECORD) > LONGEST_RANGE) return <u32>passes(RANGES);
      return <u32>access(what, address(at + RECORD), thread, kind === WRITE_RANGE);
    case ATOMIC_LOAD:
    case ATOMIC_STORE:
    case ATOMIC_UPDATE:
      return <u32>atomic(kind, at, extra, thread);
    case ATOMIC_STORES:
      return <u32>atomicStores(at, extra, thread);
    case FENCE:
      if ((extra & 7) >= RELEASING) store<u32>(threadAt(thread), 1, FENCED);
      if (WATCHING && acquires(extra)) settle(thread);
      return YES;
    case ACQUIRE_LOCK:
    case ACQUIRE_SHARED:
      return <u32>acquire(thread, objectAt(what, LOCK), kind === ACQUIRE_SHARED);
    case RELEASE_LOCK:
    case RELEASE_SHARED:
    case WAIT:
      return <u32>release(thread, objectAt(what, LOCK), kind === RELEASE_SHARED, kind === WAIT);
    case ALLOCATE:
      if (!isLength(at) || load<u32>(at + RECORD, 12) >>> 16 > address(at + RECORD)) return NO;
      allocate(what, address(at + RECORD), load<u32>(at + RECORD, 12) >>> 16);
      return YES;
    case FREE:
      free(what);
      return YES;
    case BARRIER_ENTER:
    case BARRIER_EXIT:
      return sync(kind, thread, objectAt(what, BARRIER), 0);
    case SEND:
    case RECEIVE:
    case RECEIVE_ALL:
      return channel(kind, thread, what, extra);
    case SEMAPHORE_INIT:
    case SEMAPHORE_POST:
    case SEMAPHORE_TAKE:
      return sync(kind, thread, objectAt(what, SEMAPHORE), extra);
    case THREAD_END:
      store<u32>(threadAt(thread), THREAD_ENDED, IS_OVER);
      return YES;
    case FORK:
    case JOIN:
    case BEGIN:
      return sync(kind, thread, <u32>what, 0);
    case NOTIFY:
    case REPEAT:
      return YES;
    case BENIGN:
      if (!WATCHING) return NO;
      if (!isLength(at)) return NO;
      benign(<f64>what, <f64>address(at + RECORD));
      tellOfBlocks();
      return YES;
    // Whoever watches looks for races only; a screen answers for atomic blocks, too, which it cannot.
    case ENTER:
    case LEAVE:
      return WATCHING ? YES : NO;
    // Recording stopped, and whatever else is not known here.
    default:
      return NO;
  }
}

/** Whether a record is of one access. One that says how many bytes each of a walk has may have more than one. @inline */
export function isSingle(last: u32, bytes: u32): bool {
  const element = (last >>> 16) & ELEMENT_BITS;
  return bytes <= 8 && (element === 0 || bytes === 1 << (element - 1));
}

export function isLength(at: usize): bool {
  return ((load<u32>(at + RECORD, 4) >>> 16) & 0xff) === LENGTH;
}

/** Whether an access or a fence takes what was handed on. @inline */
export function acquires(extra: u32): bool {
  return (extra & 7) !== RELAXED && (extra & 7) !== RELEASING;
}

/** A row of stores: each is made a record of its own. src/raw/assemble/store-row.ts does the same. */
function atomicStores(at: usize, extra: u32, thread: u32): bool {
  if ((extra & VALUES) === 0) return atomic(ATOMIC_STORE, at, extra, thread);
  const sizes = load<u32>(at + RECORD);
  const count = max(sizes & 0xffff, 1);
  const sites = sizes >>> 16 === 0 ? count : sizes >>> 16;
  const stride = <i64>load<i16>(at + RECORD, 4);
  const size = (<u64>load<u8>(at, 7)) << 56;
  const site = load<u32>(at, 8);
  const step = <u32>load<u16>(at + RECORD, 6);
  if (single === 0) single = take(2 * RECORD);
  store<u32>(single, load<u32>(at, 12), 12);
  store<u64>(single, load<u64>(at + RECORD, 8), 24);
  for (let i: u32 = 0; i < count; i++) {
    const where = <u64>(<i64>address(at) + stride * <i64>i) & 0xffff_ffff_ffff;
    store<u64>(single, where | ((<u64>ATOMIC_STORE) << 48) | size);
    store<u32>(single, site + (i % sites) * step, 8);
    if (WATCHING) handlingPart(single);
    if (!atomic(ATOMIC_STORE, single, extra, thread)) return false;
  }
  return true;
}

function atomic(kind: u32, at: usize, extra: u32, thread: u32): bool {
  const order = extra & 7;
  const gives = order >= RELEASING || load<u32>(threadAt(thread), FENCED) !== 0;
  const takes = acquires(extra) || (kind === ATOMIC_UPDATE && gives);
  let how: u32 = kind === ATOMIC_LOAD ? LOAD : kind === ATOMIC_STORE ? STORE : LOAD | STORE;
  if (takes) how |= ACQUIRE;
  if (gives) how |= RELEASE;
  return atomicAccess(address(at), max(load<u32>(at, 4) >>> 24, 1), how, kind, thread, (extra & VALUES) !== 0 ? at : 0);
}
