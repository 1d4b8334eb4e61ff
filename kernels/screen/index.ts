// The kernel of the screen: merges the logs of all threads by time, and looks at each record once. The host fills the buffers of the logs,
// and is asked about what is rare: forks, barriers, messages, semaphores, and sets of locks that were not met before.

import { ACQUIRE, anyMistaken, atomicAccess, LOAD, RELEASE, STORE } from './atomics';
import { access, clearMemory, made, prepare as prepareCells } from './cells';
import { take } from './heap';
import { sync } from './host';
import { prepare as prepareLocksets } from './locksets';
import { find, newMap, put, remove } from './map';
import { BARRIER, CHANNEL, LOCK, locks, objectAt, prepare as prepareObjects, SEMAPHORE } from './objects';
import { clearRow as clearGiven, dropRow, give, newRow, prepare as prepareOrder, receive } from './order';
import {
  AT,
  acquire,
  END,
  FENCED,
  KEY,
  LAST,
  prepare as prepareThreads,
  release,
  STEPS,
  stepOf,
  TIME,
  threadAt,
} from './threads';

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
const CALL: u32 = 50;
const PLACE: u32 = 51;

const VALUES: u32 = 0x8000;
/** Memory orders. */
const RELAXED: u32 = 0;
const RELEASING: u32 = 3;

const RECORD: usize = 16;

/** What `run` answers where it is not the number of a log that has nothing left in its buffer. */
const DONE: i32 = -1;
const PAUSE: i32 = -2;
const DOUBT: i32 = -3;

let ranks: usize = 0;
let blocks: usize = 0;
/** Logs that are ready, a heap by key. */
let heap: usize = 0;
let heaped: u32 = 0;
let current: i32 = -1;
/** Records but for stamps. */
let records: u32 = 0;

export function prepare(threads: u32): void {
  prepareOrder(threads);
  prepareThreads(threads);
  prepareLocksets();
  prepareObjects();
  prepareCells();
  blocks = newMap(10);
  heap = take((<usize>threads) << 2);
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
export function isMistaken(): bool {
  return anyMistaken();
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
export function isOver(thread: u32): bool {
  const self = threadAt(thread);
  return load<u32>(self, LAST) !== 0 && load<u32>(self, AT) >= load<u32>(self, END);
}
/** The log takes part from now on. */
export function start(thread: u32): void {
  push(thread);
}

export function run(budget: i32): i32 {
  for (let left = budget; left > 0; ) {
    if (current < 0) {
      if (heaped === 0) return DONE;
      current = <i32>pop();
    }
    const before = records;
    const answer = advance(<u32>current);
    if (answer === DOUBT || answer >= 0) return answer;
    left -= <i32>(records - before) + 1;
  }
  return PAUSE;
}

/** Looks at records of the log while no other log's turn comes. */
function advance(thread: u32): i32 {
  const self = threadAt(thread);
  // Of two at one time and rank the thread with the smaller number is first, as in the trace.
  const rival = heaped === 0 ? u32.MAX_VALUE : load<u32>(heap);
  const limit = heaped === 0 ? u64.MAX_VALUE : load<u64>(threadAt(rival), KEY);
  const end: usize = load<u32>(self, END);
  const isLast = load<u32>(self, LAST) !== 0;
  let time = load<u64>(self, TIME);
  let at: usize = load<u32>(self, AT);
  while (true) {
    if (at + 2 * RECORD > end && (!isLast || at + RECORD > end)) {
      store<u32>(self, <u32>at, AT);
      store<u64>(self, time, TIME);
      if (!isLast) return <i32>thread;
      current = -1;
      return at === end ? PAUSE : DOUBT;
    }
    const word1 = load<u32>(at, 4);
    const last = load<u32>(at, 12);
    const kind = (word1 >>> 16) & 0xff;
    let now = time;
    if (kind === STAMP) now = max(now, address(at));
    else now += kind <= ATOMIC_UPDATE ? (last >>> 19) & 0xfff : word1 >>> 24;
    const rank = load<u8>(ranks + kind);
    const key = (now << 2) + (kind === STAMP ? 0 : rank);
    if (key > limit || (key === limit && rival < thread)) {
      store<u32>(self, <u32>at, AT);
      store<u64>(self, time, TIME);
      store<u64>(self, key, KEY);
      push(thread);
      current = -1;
      return PAUSE;
    }
    time = now;
    // Who called is nobody's order.
    if (kind === STAMP || kind === CALL || kind === PLACE) {
      at += RECORD;
      continue;
    }
    records++;
    store<u32>(self, load<u32>(self, STEPS) + 1, STEPS);
    if (kind === READ || kind === WRITE) {
      if (!access(address(at), max(word1 >>> 24, 1), thread, kind === WRITE)) return DOUBT;
      at += RECORD;
      continue;
    }
    if (rank === 255) return DOUBT;
    const next = at + (isFollowed(kind, last) ? 2 * RECORD : RECORD);
    if (next > end || !other(kind, at, thread)) return DOUBT;
    at = next;
  }
}

function address(at: usize): u64 {
  return load<u64>(at) & 0xffff_ffff_ffff;
}

function isFollowed(kind: u32, last: u32): bool {
  if (kind === READ_RANGE || kind === WRITE_RANGE || kind === ALLOCATE || kind === BENIGN) return true;
  return kind >= ATOMIC_LOAD && kind <= ATOMIC_UPDATE && last >>> 31 !== 0;
}

function other(kind: u32, at: usize, thread: u32): bool {
  const what = address(at);
  const extra = load<u32>(at, 12) >>> 16;
  switch (kind) {
    case READ_RANGE:
    case WRITE_RANGE:
      return isLength(at) && access(what, address(at + RECORD), thread, kind === WRITE_RANGE);
    case ATOMIC_LOAD:
    case ATOMIC_STORE:
    case ATOMIC_UPDATE:
      return atomic(kind, at, extra, thread);
    case FENCE:
      if ((extra & 7) >= RELEASING) store<u32>(threadAt(thread), 1, FENCED);
      return true;
    case ACQUIRE_LOCK:
    case ACQUIRE_SHARED:
      return acquire(thread, objectAt(what, LOCK), kind === ACQUIRE_SHARED);
    case RELEASE_LOCK:
    case RELEASE_SHARED:
    case WAIT:
      return release(thread, objectAt(what, LOCK), kind === RELEASE_SHARED, kind === WAIT);
    case ALLOCATE:
      if (!isLength(at) || load<u32>(at + RECORD, 12) >>> 16 > address(at + RECORD)) return false;
      allocate(what, address(at + RECORD), load<u32>(at + RECORD, 12) >>> 16);
      return true;
    case FREE:
      free(what);
      return true;
    case BARRIER_ENTER:
    case BARRIER_EXIT:
      return sync(kind, thread, objectAt(what, BARRIER), 0) !== 0;
    case SEND:
    case RECEIVE:
    case RECEIVE_ALL:
      return sync(kind, thread, objectAt(what, CHANNEL), 0) !== 0;
    case SEMAPHORE_INIT:
    case SEMAPHORE_POST:
    case SEMAPHORE_TAKE:
      return sync(kind, thread, objectAt(what, SEMAPHORE), extra) !== 0;
    case FORK:
    case JOIN:
    case BEGIN:
    case THREAD_END:
      return sync(kind, thread, <u32>what, 0) !== 0;
    case NOTIFY:
    case REPEAT:
      return true;
    // Recording stopped, memory whose races are benign and hand on no order, and whatever else is not known here.
    default:
      return false;
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

function allocate(address: u64, bytes: u64, slack: u32): void {
  const before = find(blocks, address + 1);
  const most = max(bytes, before === 0 ? 0 : before - 1);
  if (most > 0) clearMemory(address, most);
  put(blocks, address + 1, bytes - slack + 1);
}

function free(address: u64): void {
  const before = find(blocks, address + 1);
  if (before === 0) return;
  remove(blocks, address + 1);
  if (before > 1) clearMemory(address, before - 1);
}

function precedes(a: u32, b: u32): bool {
  const first = load<u64>(threadAt(a), KEY);
  const second = load<u64>(threadAt(b), KEY);
  return first < second || (first === second && a < b);
}

function push(thread: u32): void {
  let at = heaped++;
  while (at > 0) {
    const parent = (at - 1) >>> 1;
    const other = load<u32>(heap + ((<usize>parent) << 2));
    if (!precedes(thread, other)) break;
    store<u32>(heap + ((<usize>at) << 2), other);
    at = parent;
  }
  store<u32>(heap + ((<usize>at) << 2), thread);
}

function pop(): u32 {
  const first = load<u32>(heap);
  const last = load<u32>(heap + ((<usize>--heaped) << 2));
  let at: u32 = 0;
  while (true) {
    let child: u32 = 2 * at + 1;
    if (child >= heaped) break;
    if (child + 1 < heaped && precedes(load<u32>(heap + ((<usize>(child + 1)) << 2)), load<u32>(heap + ((<usize>child) << 2))))
      child++;
    const other = load<u32>(heap + ((<usize>child) << 2));
    if (!precedes(other, last)) break;
    store<u32>(heap + ((<usize>at) << 2), other);
    at = child;
  }
  if (heaped > 0) store<u32>(heap + ((<usize>at) << 2), last);
  return first;
}
