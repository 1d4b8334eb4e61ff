// What is known of each thread: where its log stands, its step, and the locks that it holds, those that nobody else can hold apart.

import { take } from '../heap';
import { giveLock, takeLock } from './lock-rows';
import { OWNER, SHARERS, stateOf } from './lock-states';
import { lockset, WITH, WITHOUT } from './locksets';
import { learn, version } from './order';
import { begin, ENDS, end, KNEW, overwrite, sectionOf } from './sections';
import { LOCKING, passes } from './watch';

/** The next record and the end of what is there, the time of the next record and the key that logs are merged by, then the steps and locks. */
export const AT = 0;
export const END = 4;
export const TIME = 8;
export const KEY = 16;
export const STEPS = 24;
const LOCKS = 28;
const EXCLUSIVE = 32;
const HELD = 36;
export const LAST = 40;
export const FENCED = 44;
/** 48, 52: its critical sections, which sections.ts keeps. Whether its last record was handled, or somebody has waited for its end; and its number, as the program's runtime gave it. */
export const IS_OVER = 56;
export const NUMBER = 60;
const RELEASED = 64;
const HELD_LIST = 72;
const MOST_HELD: u32 = 119;
export const THREAD_ENDED: u32 = 1;
export const JOINED: u32 = 2;
const THREAD_BYTES: usize = 1024;

let threads: usize = 0;

export function prepare(count: u32): void {
  threads = take(THREAD_BYTES * count);
}

/** @inline */
export function threadAt(thread: u32): usize {
  return threads + THREAD_BYTES * thread;
}

/** @inline */
export function stepOf(thread: u32): u32 {
  return load<u32>(threadAt(thread), STEPS);
}
/** @inline */
export function locksOf(thread: u32): u32 {
  return load<u32>(threadAt(thread), LOCKS);
}
/** @inline */
export function exclusiveOf(thread: u32): u32 {
  return load<u32>(threadAt(thread), EXCLUSIVE);
}

/** The step at which the thread last gave up a lock that it had alone. */
export function lastRelease(thread: u32): u32 {
  return load<u32>(threadAt(thread), RELEASED);
}

export function heldCount(thread: u32): u32 {
  return load<u32>(threadAt(thread), HELD);
}
export function heldAt(thread: u32): usize {
  return threadAt(thread) + HELD_LIST;
}
/** The thread has a lock as often as this says, and shares it or not, as it does. */
export function setDepth(thread: u32, lock: u32, manner: u32): void {
  const self = threadAt(thread);
  store<u32>(held(self, place(self, lock, manner & 1)), manner, 4);
}

function held(self: usize, i: u32): usize {
  return self + HELD_LIST + ((<usize>i) << 3);
}

/** The place of the lock among those that the thread holds in this way, or their number. */
function place(self: usize, lock: u32, shared: u32): u32 {
  const count = load<u32>(self, HELD);
  for (let i: u32 = 0; i < count; i++) {
    const at = held(self, i);
    if (load<u32>(at) === lock && (load<u32>(at, 4) & 1) === shared) return i;
  }
  return count;
}

/** False if that cannot be: another thread has it, or there is no more room. */
export function acquire(thread: u32, lock: u32, shared: bool): bool {
  const self = threadAt(thread);
  const count = load<u32>(self, HELD);
  const i = place(self, lock, <u32>shared);
  const at = held(self, i);
  if (i < count) {
    store<u32>(at, load<u32>(at, 4) + 2, 4);
    return true;
  }
  const state = stateOf(lock);
  const owner = load<u32>(state, OWNER);
  if (owner !== 0 && owner !== thread + 1) {
    if (!passes(LOCKING)) return false;
    release(owner - 1, lock, false, true);
  }
  if (WATCHING) takeLock(thread, lock, shared);
  if (count === MOST_HELD) return passes(LOCKING);
  const sharing = load<u32>(state, SHARERS);
  if (shared) store<u32>(state, sharing + 1, SHARERS);
  else {
    // Its readers would have to be gone.
    if (sharing > 0 && sharing > (place(self, lock, 1) < count ? 1 : 0) && !passes(LOCKING)) return false;
    store<u32>(state, thread + 1, OWNER);
    begin(self, lock, load<u32>(self, STEPS));
  }
  store<u32>(at, lock);
  store<u32>(at, 2 | <u32>shared, 4);
  store<u32>(self, count + 1, HELD);
  store<u32>(self, lockset(WITH, load<u32>(self, LOCKS), lock), LOCKS);
  if (!shared) store<u32>(self, lockset(WITH, load<u32>(self, EXCLUSIVE), lock), EXCLUSIVE);
  return true;
}

/** False if the thread does not hold it. */
export function release(thread: u32, lock: u32, shared: bool, wholly: bool): bool {
  const self = threadAt(thread);
  const count = load<u32>(self, HELD);
  const i = place(self, lock, <u32>shared);
  if (i === count) {
    if (WATCHING) giveLock(thread, stepOf(thread), lock, shared);
    return passes(LOCKING);
  }
  const at = held(self, i);
  const depth = load<u32>(at, 4) - 2;
  store<u32>(at, depth, 4);
  if (depth >= 2 && !wholly) return true;
  if (WATCHING) giveLock(thread, stepOf(thread), lock, shared);
  store<u64>(at, load<u64>(held(self, count - 1)));
  store<u32>(self, count - 1, HELD);
  const state = stateOf(lock);
  if (shared) store<u32>(state, load<u32>(state, SHARERS) - 1, SHARERS);
  else {
    store<u32>(state, 0, OWNER);
    end(self, lock, stepOf(thread), version(thread));
    store<u32>(self, stepOf(thread), RELEASED);
  }
  const other = place(self, lock, <u32>!shared) < count - 1;
  if (!shared) store<u32>(self, lockset(WITHOUT, load<u32>(self, EXCLUSIVE), lock), EXCLUSIVE);
  if (!other) store<u32>(self, lockset(WITHOUT, load<u32>(self, LOCKS), lock), LOCKS);
  return true;
}

/** The thread has seen what the other did at a step. Where it has a lock under which that was done, it is after the whole critical section. */
export function see(thread: u32, other: u32, step: u32, known: u32): void {
  if (!learn(thread, other, step, known)) return;
  const self = threadAt(thread);
  const count = load<u32>(self, HELD);
  for (let i: u32 = 0; i < count; i++) {
    const at = held(self, i);
    const section = (load<u32>(at, 4) & 1) === 0 ? sectionOf(threadAt(other), load<u32>(at), step) : 0;
    if (section !== 0) learn(thread, other, load<u32>(section, ENDS), load<u32>(section, KNEW));
  }
}

/** The thread writes what the other has read at a step, in the last of so many critical sections, and knows the write that was read. */
export function overwriteRead(thread: u32, reader: u32, begun: u32, read: u32): void {
  const self = threadAt(thread);
  const count = load<u32>(self, HELD);
  for (let i: u32 = 0; i < count; i++) {
    const at = held(self, i);
    if ((load<u32>(at, 4) & 1) === 0) overwrite(threadAt(reader), begun, load<u32>(at), read, thread, stepOf(thread));
  }
}
