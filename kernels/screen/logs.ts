// Merges the logs of all threads by time, and looks at each record once.
//
// Logs may grow while they are looked at. Up to a frontier all synchronisation is there; a plain access from before it may still come, and is
// handled then: its thread has synchronised with nobody since, so it races with whatever it would have to be before. But where the memory is another's
// by then, what was known of it is gone: that is a doubt.

import { take } from '../heap';
import { access } from './cells';
import { setExact } from './histories';
import { clearingAt, lastCleared } from './lives';
import { entries, widen } from './order';
import { first, isEmpty, pop, push } from './queue';
import { handleQuickly } from './quick';
import {
  ALLOCATE,
  ATOMIC_UPDATE,
  address,
  CALL,
  FREE,
  handle,
  isFollowed,
  isLength,
  isSingle,
  LATER,
  NO,
  PLACE,
  READ,
  READ_RANGE,
  RECORD,
  STAMP,
  WRITE,
  WRITE_RANGE,
  YES,
} from './records';
import { isOfAnother } from './renewal';
import { AT, END, IS_OVER, JOINED, KEY, LAST, NUMBER, STEPS, stepOf, TIME, threadAt } from './threads';
import { breakOff, RECORD as GARBLED, handling, passes, THREADS } from './watch';

/** What `run` answers where it is not the number of a log that has nothing left in its buffer. Wait: nothing is left up to the frontier. */
const WAITS: i32 = -1;
const PAUSE: i32 = -2;
const DOUBT: i32 = -3;

/** What becomes of a record, beside what `handle` answers: it may race. */
const DOUBTED: u32 = 3;

/** Times have 48 bits. */
const END_OF_TIME: f64 = 281474976710656;

let ranks: usize = 0;
/** The log whose turn it is. */
let current: i32 = -1;
/** The last key that may be handled. */
let frontier: u64 = 0;
/** An access came too late. */
let isLate: bool = false;

export function prepareRanks(): void {
  ranks = take(256);
}
/** Whether the doubt is about an access that came after its time: of whole logs there would be none. */
export function wasLate(): bool {
  return isLate;
}
/** Per kind: who comes first at one time; 255 for what is no record. */
export function rankTable(): usize {
  return ranks;
}
/** Records but for stamps, each of which is a step. */
export function recordCount(): u32 {
  let records: u32 = 0;
  for (let thread: u32 = 0; thread < entries(); thread++) records += stepOf(thread);
  return records;
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
    const thread = <u32>current;
    const before = stepOf(thread);
    const answer = advance(thread);
    if (answer !== PAUSE) return answer;
    left -= <i32>(stepOf(thread) - before) + 1;
  }
  return PAUSE;
}

/** Looks at records of the log while no other log's turn comes. */
function advance(thread: u32): i32 {
  const self = threadAt(thread);
  const end: usize = load<u32>(self, END);
  const most = mostKey(self);
  let at: usize = load<u32>(self, AT);
  if (at < end && load<u32>(self, IS_OVER) === JOINED) {
    if (!passes(THREADS)) return DOUBT;
    store<u32>(self, 0, IS_OVER);
  }
  while (true) {
    at = handleQuickly(thread, at, end, most, ranks);
    store<u32>(self, <u32>at, AT);
    if (at + 2 * RECORD > end && !isWhole(at, end)) {
      if (load<u32>(self, LAST) === 0) return <i32>thread;
      if (at !== end) return cut(thread);
      current = -1;
      return PAUSE;
    }
    const kind = (load<u32>(at, 4) >>> 16) & 0xff;
    const now = timeOf(at, kind, load<u64>(self, TIME));
    const key = (now << 2) + (kind === STAMP ? 0 : load<u8>(ranks + kind) & 3);
    if (key > most) return setAside(thread, key);
    const answer = handleOne(thread, at, kind, now, key);
    if (answer === LATER) {
      setAside(thread, key);
      return WAITS;
    }
    if (answer === NO) return cut(thread);
    if (answer === DOUBTED) return DOUBT;
    store<u64>(self, now, TIME);
    at += isFollowed(kind, load<u32>(at, 12)) ? 2 * RECORD : RECORD;
    // Whoever goes on elsewhere, because there is no more memory, does nothing twice but look at plain accesses.
    if (WATCHING) store<u32>(self, <u32>at, AT);
  }
}

/** The last key whose turn it is before the other logs: of two at one time and rank the thread with the smaller number is first, as in the trace. */
function mostKey(self: usize): u64 {
  if (isEmpty()) return frontier;
  const rival = threadAt(first());
  const key = load<u64>(rival, KEY);
  if (key > frontier) return frontier;
  return load<u32>(rival, NUMBER) < load<u32>(self, NUMBER) ? key - 1 : key;
}

/** When a record was, if the one before it was at this time. @inline */
function timeOf(at: usize, kind: u32, before: u64): u64 {
  if (kind === STAMP) return max(before, address(at));
  return before + (kind <= ATOMIC_UPDATE ? (load<u32>(at, 12) >>> 19) & 0xfff : load<u32>(at, 4) >>> 24);
}

/** What becomes of a record: beside the answers of `handle`, a doubt. */
function handleOne(thread: u32, at: usize, kind: u32, now: u64, key: u64): u32 {
  // Who called is nobody's order.
  if (kind === STAMP || kind === CALL || kind === PLACE) return YES;
  const self = threadAt(thread);
  store<u32>(self, load<u32>(self, STEPS) + 1, STEPS);
  if (WATCHING) handling(at, now);
  if (kind === READ || kind === WRITE) return plain(thread, at, kind === WRITE, key);
  if (THOROUGH) setExact(false);
  if (kind === ALLOCATE || kind === FREE) clearingAt(key);
  else if (key < lastCleared && (kind === READ_RANGE || kind === WRITE_RANGE))
    if (!isLength(at) || isOfAnother(address(at), address(at + RECORD), key)) return late();
  const answer = load<u8>(ranks + kind) === 255 ? NO : handle(kind, at, thread);
  if (answer === LATER) store<u32>(self, load<u32>(self, STEPS) - 1, STEPS);
  return answer;
}

/** An access comes after its time, and its memory may be another's by now: what was known of that is gone. */
function late(): u32 {
  isLate = true;
  return WATCHING ? YES : DOUBTED;
}

function plain(thread: u32, at: usize, writes: bool, key: u64): u32 {
  const bytes = max(load<u32>(at, 4) >>> 24, 1);
  if (THOROUGH) setExact(isSingle(load<u32>(at, 12), bytes));
  if (key < lastCleared && isOfAnother(address(at), bytes, key)) return late();
  return access(address(at), bytes, thread, writes) ? YES : DOUBTED;
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
function setAside(thread: u32, key: u64): i32 {
  store<u64>(threadAt(thread), key, KEY);
  push(thread);
  current = -1;
  return PAUSE;
}

/** Whether the last record in a buffer has all that belongs to it. */
function isWhole(at: usize, end: usize): bool {
  return at + RECORD <= end && !isFollowed((load<u32>(at, 4) >>> 16) & 0xff, load<u32>(at, 12));
}
