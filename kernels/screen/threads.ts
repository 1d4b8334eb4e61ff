// What is known of each thread: where its log stands, its step, and the locks that it holds, those that nobody else can hold apart. Of each
// thread the last critical sections are kept: who knows an event of one, and has its lock, knows its end.

import { take } from '../heap';
import { giveLock, takeLock } from './lock-rows';
import { lockset, WITH, WITHOUT } from './locksets';
import { find, newMap, put, remove } from './map';
import { learn, version } from './order';
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
const RING = 48;
const BEGUN = 52;
/** Whether its last record was handled, or somebody has waited for its end; and its number, as the program's runtime gave it. */
export const IS_OVER = 56;
export const NUMBER = 60;
const HELD_LIST = 64;
const MOST_HELD: u32 = 120;
export const THREAD_ENDED: u32 = 1;
export const JOINED: u32 = 2;
/** Of nested critical sections, so many are looked at. */
const MOST_NESTED: u32 = 16;
const THREAD_BYTES: usize = 1024;

let threads: usize = 0;
/** Lock → the thread that holds it alone, and one more. */
let owners: usize = 0;
/** Lock → how many threads share it. */
let readers: usize = 0;
/** Per thread its last critical sections, a ring in the order in which they begin: the lock, where it begins, where it ends (0: not yet), and
 * what the thread knew there. */
const SECTION_LOCK = 0;
const BEGINS = 4;
const ENDS = 8;
const KNEW = 12;
const SECTIONS: u32 = 1 << 14;

export function prepare(count: u32): void {
  threads = take(THREAD_BYTES * count);
  owners = newMap(8);
  readers = newMap(8);
}

export function threadAt(thread: u32): usize {
  return threads + THREAD_BYTES * thread;
}

export function stepOf(thread: u32): u32 {
  return load<u32>(threadAt(thread), STEPS);
}
export function locksOf(thread: u32): u32 {
  return load<u32>(threadAt(thread), LOCKS);
}
export function exclusiveOf(thread: u32): u32 {
  return load<u32>(threadAt(thread), EXCLUSIVE);
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
  const owner = <u32>find(owners, <u64>lock + 1);
  if (owner !== 0 && owner !== thread + 1) {
    if (!passes(LOCKING)) return false;
    release(owner - 1, lock, false, true);
  }
  if (WATCHING) takeLock(thread, lock, shared);
  if (count === MOST_HELD) return passes(LOCKING);
  const sharing = find(readers, <u64>lock + 1);
  if (shared) put(readers, <u64>lock + 1, sharing + 1);
  else {
    // Its readers would have to be gone.
    if (sharing > (place(self, lock, 1) < count ? 1 : 0) && !passes(LOCKING)) return false;
    put(owners, <u64>lock + 1, thread + 1);
    begin(self, lock);
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
  memory.copy(at, held(self, count - 1), 8);
  store<u32>(self, count - 1, HELD);
  if (shared) put(readers, <u64>lock + 1, find(readers, <u64>lock + 1) - 1);
  else {
    remove(owners, <u64>lock + 1);
    end(self, lock, version(thread));
  }
  const other = place(self, lock, <u32>!shared) < count - 1;
  if (!shared) store<u32>(self, lockset(WITHOUT, load<u32>(self, EXCLUSIVE), lock), EXCLUSIVE);
  if (!other) store<u32>(self, lockset(WITHOUT, load<u32>(self, LOCKS), lock), LOCKS);
  return true;
}

function sectionAt(self: usize, number: u32): usize {
  return <usize>load<u32>(self, RING) + ((<usize>(number % SECTIONS)) << 4);
}

function begin(self: usize, lock: u32): void {
  if (load<u32>(self, RING) === 0) store<u32>(self, <u32>take((<usize>SECTIONS) << 4), RING);
  const number = load<u32>(self, BEGUN);
  const section = sectionAt(self, number);
  store<u32>(section, lock, SECTION_LOCK);
  store<u32>(section, load<u32>(self, STEPS), BEGINS);
  store<u32>(section, 0, ENDS);
  store<u32>(self, number + 1, BEGUN);
}

function end(self: usize, lock: u32, knew: u32): void {
  const begun = load<u32>(self, BEGUN);
  for (let back: u32 = 1; back <= min(begun, SECTIONS); back++) {
    const section = sectionAt(self, begun - back);
    if (load<u32>(section, SECTION_LOCK) !== lock) continue;
    store<u32>(section, load<u32>(self, STEPS), ENDS);
    store<u32>(section, knew, KNEW);
    return;
  }
}

/** The critical section of a lock in which a thread did a step, or 0. */
function sectionOf(self: usize, lock: u32, step: u32): usize {
  const begun = load<u32>(self, BEGUN);
  let low = begun - min(begun, SECTIONS);
  let high = begun;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (load<u32>(sectionAt(self, middle), BEGINS) <= step) low = middle + 1;
    else high = middle;
  }
  for (let back: u32 = 1; back <= MOST_NESTED && back <= low && begun - (low - back) <= SECTIONS; back++) {
    const section = sectionAt(self, low - back);
    if (load<u32>(section, SECTION_LOCK) === lock) return load<u32>(section, ENDS) > step ? section : 0;
  }
  return 0;
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
