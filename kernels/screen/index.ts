// The kernel of the screen: merges the logs of all threads by time, and looks at each record once. The host fills the buffers of the logs,
// and is asked about what is rare: forks, barriers, messages, semaphores, and sets of locks that were not met before.
//
// Logs may grow while they are looked at. Up to a frontier all synchronisation is there; a plain access from before it may still come, and is
// handled then: its thread has synchronised with nobody since, so it races with whatever it would have to be before. But where the memory is another's
// by then, what was known of it is gone: that is a doubt.

import { ACQUIRE, anyMistaken, atomicAccess, LOAD, RELEASE, STORE } from './atomics';
import { allocate, free, prepare as prepareBlocks, tellOfBlocks } from './blocks';
import { access, isOfAnother, made, prepare as prepareCells } from './cells';
import { bytesTaken, take } from './heap';
import { benign, sync } from './host';
import { clearingAt, lastCleared, prepare as prepareLives } from './lives';
import { prepare as prepareLockRows } from './lock-rows';
import { prepare as prepareLocksets } from './locksets';
import { BARRIER, CHANNEL, LOCK, locks, objectAt, prepare as prepareObjects, SEMAPHORE } from './objects';
import {
  clearRow as clearGiven,
  dropRow,
  entries,
  give,
  newRow,
  prepare as prepareOrder,
  receive,
  seeAll,
  settle,
  snapshots,
  widen,
} from './order';
import { first, isEmpty, pop, prepare as prepareQueue, push } from './queue';
import {
  AT,
  acquire,
  END,
  FENCED,
  IS_OVER,
  JOINED,
  KEY,
  LAST,
  NUMBER,
  prepare as prepareThreads,
  release,
  STEPS,
  stepOf,
  THREAD_ENDED,
  TIME,
  threadAt,
} from './threads';
import { breakOff, RECORD as GARBLED, handling, passes, THREADS } from './watch';

export {
  blockTable,
  clearedAt,
  heldAt,
  heldCount,
  inheritBlock,
  inheritLock,
  inheritObject,
  inheritObjects,
  inheritThread,
  isFenced,
  objectCount,
  objectTable,
  timeOf,
} from './state';

/** Kinds of records, as src/raw/format.ts has them. */
const STAMP: u32 = 1;
const READ: u32 = 2;
const WRITE: u32 = 3;
const READ_RANGE: u32 = 4;
const WRITE_RANGE: u32 = 5;
const LENGTH: u32 = 6;
const ATOMIC_LOAD: u32 = 8;
const ATOMIC_STORE: u32 = 9;
const ATOMIC_UPDATE: u32 = 10;
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
const SEND: u32 = 32;
const RECEIVE: u32 = 33;
const SEMAPHORE_INIT: u32 = 34;
const SEMAPHORE_POST: u32 = 35;
const SEMAPHORE_TAKE: u32 = 36;
const RECEIVE_ALL: u32 = 37;
const ALLOCATE: u32 = 40;
const FREE: u32 = 41;
const BENIGN: u32 = 42;
const REPEAT: u32 = 48;

const VALUES: u32 = 0x8000;
/** Memory orders. */
const RELAXED: u32 = 0;
const RELEASING: u32 = 3;

const RECORD: usize = 16;

/** What `run` answers where it is not the number of a log that has nothing left in its buffer. Wait: nothing is left up to the frontier. */
const WAITS: i32 = -1;
const PAUSE: i32 = -2;
const DOUBT: i32 = -3;

/** What became of a record that is no plain access: it cannot have been, or is not understood; it was handled; its time has not come. */
const NO: u32 = 0;
const YES: u32 = 1;

/** Times have 48 bits. */
const END_OF_TIME: f64 = 281474976710656;

let ranks: usize = 0;
/** The log whose turn it is. */
let current: i32 = -1;
/** The last key that may be handled. */
let frontier: u64 = 0;
/** Records but for stamps. */
let records: u32 = 0;

/** There is room for so many logs. */
export function prepare(threads: u32): void {
  prepareOrder(threads);
  prepareThreads(threads);
  prepareLocksets();
  prepareObjects();
  prepareCells();
  prepareBlocks();
  prepareLives();
  prepareQueue(threads);
  if (WATCHING) prepareLockRows();
  ranks = take(256);
}

/** Per kind: who comes first at one time; 255 for what is no record. */
export function rankTable(): usize {
  return ranks;
}
export function buffer(bytes: usize): usize {
  return take(bytes);
}
export function row(): usize {
  return newRow();
}
export function freeRow(row: usize): void {
  dropRow(row);
}
export function clearRow(row: usize): void {
  clearGiven(row);
}
export function giveRow(to: usize, thread: u32): void {
  give(to, thread, stepOf(thread));
}
export function takeRow(from: usize, thread: u32): void {
  receive(from, thread);
}
/** There is synchronisation that is not known: nothing that is told from now on is observed. */
export function distrust(): void {
  breakOff();
}
/** What is used up: bytes of memory, and numbers of 32 bits. */
export function memoryBytes(): usize {
  return bytesTaken();
}
export function stepsLeft(): u32 {
  let most = snapshots();
  for (let thread: u32 = 0; thread < entries(); thread++) most = max(most, stepOf(thread));
  return u32.MAX_VALUE - most;
}
export function isMistaken(): bool {
  return anyMistaken();
}
/** Whatever the other thread does, this one counts as after it. */
export function takeAll(thread: u32, other: u32): void {
  seeAll(thread, other);
}
export function recordCount(): u32 {
  return records;
}
export function lockCount(): u32 {
  return locks;
}
export function cellCount(): u32 {
  return made;
}

/** A new log, of the thread that the program's runtime gave this number. */
export function addLog(thread: u32, number: u32): void {
  widen(thread + 1);
  store<u32>(threadAt(thread), number, NUMBER);
}
/** The buffer of a log has these bytes; `last`: there are no more. */
export function fill(thread: u32, from: usize, to: usize, last: bool): void {
  const self = threadAt(thread);
  store<u32>(self, <u32>from, AT);
  store<u32>(self, <u32>to, END);
  store<u32>(self, <u32>last, LAST);
}
export function left(thread: u32): usize {
  return load<u32>(threadAt(thread), AT);
}
/** Whether all that there is of a log was handled, and its thread has ended or there is no more. */
export function isOver(thread: u32): bool {
  const self = threadAt(thread);
  return (load<u32>(self, LAST) | load<u32>(self, IS_OVER)) !== 0 && load<u32>(self, AT) >= load<u32>(self, END);
}
/** Somebody has waited for the end of the thread: it can do no more. */
export function setJoined(thread: u32): void {
  store<u32>(threadAt(thread), JOINED, IS_OVER);
}
/** The log takes part from now on, or again. */
export function start(thread: u32): void {
  const self = threadAt(thread);
  // No later than its next record: what that is, its turn will tell.
  store<u64>(self, load<u64>(self, TIME) << 2, KEY);
  push(thread);
}
/** The log whose buffer is empty takes no part until it is started again. */
export function park(): void {
  current = -1;
}

/** Handles about so many records, none that is later than the time `last`. */
export function run(budget: i32, last: f64): i32 {
  frontier = last < END_OF_TIME ? ((<u64>last) << 2) | 3 : u64.MAX_VALUE;
  for (let left = budget; left > 0; ) {
    if (current < 0) {
      if (isEmpty() || load<u64>(threadAt(first()), KEY) > frontier) return WAITS;
      current = <i32>pop();
    }
    const before = records;
    const answer = advance(<u32>current);
    if (answer !== PAUSE) return answer;
    left -= <i32>(records - before) + 1;
  }
  return PAUSE;
}

/** Looks at records of the log while no other log's turn comes. */
function advance(thread: u32): i32 {
  const self = threadAt(thread);
  let limit = frontier;
  // Of two at one time and rank the thread with the smaller number is first, as in the trace.
  let yields = false;
  if (!isEmpty()) {
    const rival = threadAt(first());
    const key = load<u64>(rival, KEY);
    if (key <= frontier) {
      limit = key;
      yields = load<u32>(rival, NUMBER) < load<u32>(self, NUMBER);
    }
  }
  const end: usize = load<u32>(self, END);
  let time = load<u64>(self, TIME);
  let at: usize = load<u32>(self, AT);
  if (at < end && load<u32>(self, IS_OVER) === JOINED) {
    if (!passes(THREADS)) return DOUBT;
    store<u32>(self, 0, IS_OVER);
  }
  while (true) {
    if (at + 2 * RECORD > end && !isWhole(at, end)) {
      store<u32>(self, <u32>at, AT);
      store<u64>(self, time, TIME);
      if (load<u32>(self, LAST) === 0) return <i32>thread;
      if (at !== end) return cut(thread);
      current = -1;
      return PAUSE;
    }
    const word1 = load<u32>(at, 4);
    const last = load<u32>(at, 12);
    const kind = (word1 >>> 16) & 0xff;
    let now = time;
    if (kind === STAMP) now = max(now, address(at));
    else now += kind <= ATOMIC_UPDATE ? (last >>> 19) & 0xfff : word1 >>> 24;
    const rank = load<u8>(ranks + kind);
    const key = (now << 2) + (kind === STAMP ? 0 : rank);
    if (key > limit || (yields && key === limit)) return setAside(thread, at, time, key);
    if (kind === STAMP) {
      time = now;
      at += RECORD;
      continue;
    }
    records++;
    store<u32>(self, load<u32>(self, STEPS) + 1, STEPS);
    if (WATCHING) handling(at, now);
    if (kind === READ || kind === WRITE) {
      const bytes = max(word1 >>> 24, 1);
      if (key < lastCleared && isOfAnother(address(at), bytes, key)) {
        if (!WATCHING) return DOUBT;
      } else if (!access(address(at), bytes, thread, kind === WRITE)) return DOUBT;
      time = now;
      at += RECORD;
      continue;
    }
    if (kind === ALLOCATE || kind === FREE) clearingAt(key);
    else if (key < lastCleared && (kind === READ_RANGE || kind === WRITE_RANGE)) {
      if (!isLength(at) || isOfAnother(address(at), address(at + RECORD), key)) {
        if (!WATCHING) return DOUBT;
        at += 2 * RECORD;
        continue;
      }
    }
    const answer = rank === 255 ? NO : other(kind, at, thread);
    if (answer === NO) return cut(thread);
    if (answer !== YES) {
      records--;
      setAside(thread, at, time, key);
      return WAITS;
    }
    time = now;
    at += isFollowed(kind, last) ? 2 * RECORD : RECORD;
    if (WATCHING) {
      // Whoever goes on elsewhere, because there is no more memory, does nothing twice but look at plain accesses.
      store<u32>(self, <u32>at, AT);
      store<u64>(self, time, TIME);
    }
  }
}

/** Nothing can be made of the rest of the log: what is there may be ordered by what is not. */
function cut(thread: u32): i32 {
  if (!passes(GARBLED)) return DOUBT;
  const self = threadAt(thread);
  store<u32>(self, load<u32>(self, END), AT);
  store<u32>(self, 1, LAST);
  breakOff();
  current = -1;
  return PAUSE;
}

/** The log waits until it is its turn. */
function setAside(thread: u32, at: usize, time: u64, key: u64): i32 {
  const self = threadAt(thread);
  store<u32>(self, <u32>at, AT);
  store<u64>(self, time, TIME);
  store<u64>(self, key, KEY);
  push(thread);
  current = -1;
  return PAUSE;
}

/** Whether the last record in a buffer has all that belongs to it. */
function isWhole(at: usize, end: usize): bool {
  return at + RECORD <= end && !isFollowed((load<u32>(at, 4) >>> 16) & 0xff, load<u32>(at, 12));
}

function address(at: usize): u64 {
  return load<u64>(at) & 0xffff_ffff_ffff;
}

function isFollowed(kind: u32, last: u32): bool {
  if (kind === READ_RANGE || kind === WRITE_RANGE || kind === ALLOCATE || kind === BENIGN) return true;
  return kind >= ATOMIC_LOAD && kind <= ATOMIC_UPDATE && last >>> 31 !== 0;
}

/** What it gives back is of the kind of YES and NO. */
function other(kind: u32, at: usize, thread: u32): u32 {
  const what = address(at);
  const extra = load<u32>(at, 12) >>> 16;
  switch (kind) {
    case READ_RANGE:
    case WRITE_RANGE:
      return <u32>(isLength(at) && access(what, address(at + RECORD), thread, kind === WRITE_RANGE));
    case ATOMIC_LOAD:
    case ATOMIC_STORE:
    case ATOMIC_UPDATE:
      return <u32>atomic(kind, at, extra, thread);
    case FENCE:
      if ((extra & 7) >= RELEASING) store<u32>(threadAt(thread), 1, FENCED);
      if (WATCHING && (extra & 7) !== RELAXED && (extra & 7) !== RELEASING) settle(thread);
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
      return sync(kind, thread, objectAt(what, CHANNEL), 0);
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
    // Recording stopped, and whatever else is not known here.
    default:
      return NO;
  }
}

function isLength(at: usize): bool {
  return ((load<u32>(at + RECORD, 4) >>> 16) & 0xff) === LENGTH;
}

function atomic(kind: u32, at: usize, extra: u32, thread: u32): bool {
  const order = extra & 7;
  const gives = order >= RELEASING || load<u32>(threadAt(thread), FENCED) !== 0;
  const takes = (order !== RELAXED && order !== RELEASING) || (kind === ATOMIC_UPDATE && gives);
  let how: u32 = kind === ATOMIC_LOAD ? LOAD : kind === ATOMIC_STORE ? STORE : LOAD | STORE;
  if (takes) how |= ACQUIRE;
  if (gives) how |= RELEASE;
  return atomicAccess(address(at), max(load<u32>(at, 4) >>> 24, 1), how, kind, thread, (extra & VALUES) !== 0 ? at : 0);
}
