// The happens-before order of a trace, event by event, as src/clocks/happens-before.ts has it for the detectors that are not kernels. An acquire
// whose releaser is already known to the acquirer, at that time or later, brings nothing new and costs O(1); so does one by the last releaser itself.

import { bitsFor, block, giveBack, moved } from './blocks';
import { ALREADY_KNOWN, count, JOINS, OWN_LAST } from './counts';
import { cellOf, newDirectory, widen as widenDirectory } from './pages';
import { FLAT } from './tails';
import { advance, at, EPOCH, hasLearnt, KNOWN, LEARNT, OPEN, ordered, ROUND, ROW, setKnown, WAITING } from './threads';
import { absorb, areRowsShort, BOTTOM, copyRow, drop, hasTails, isAlone, joinRow, share } from './versions';
import { close, closeShort } from './write-clocks';

/** Operation codes, as in src/trace/operation.ts. */
export const ACQUIRE: u32 = 2;
export const RELEASE: u32 = 3;
const FORK: u32 = 4;
const JOIN: u32 = 5;
const VOLATILE_READ: u32 = 6;
const VOLATILE_WRITE: u32 = 7;
const ACQUIRE_SHARED: u32 = 8;
const RELEASE_SHARED: u32 = 9;
const WAIT: u32 = 10;
const BARRIER_ENTER: u32 = 12;
const BARRIER_EXIT: u32 = 13;

/**
 * A place where clocks are handed over, a lock or a volatile variable: the clock of the last release is version ⊔ {thread: time}, time 0 if
 * there was none.
 */
const VERSION = 0;
const THREAD = 4;
const TIME = 8;
/** Of a volatile, besides, where writes add up: the writes before the last one that it need not come after, no two of them ordered, as a list. */
const EARLIER = 12;
/** Of a lock, besides: how often its holder holds it; what readers released since the last exclusive release; the round that a barrier gathers. */
const DEPTH = 12;
const READERS = 16;
const GATHERING = 20;
/** And when the last to release it in few steps had last learnt something. */
const LEARNT_THEN = 24;
const LOCK_BITS: u32 = 5;
const VOLATILE_BITS: u32 = 4;

/** A round of a barrier: what the arrivals know together, and how many have arrived and not yet left. See src/trace/barrier-rounds.ts. */
const GATHERED = 0;
const INSIDE = 4;
const ROUND_BITS: u32 = 4;

let locks: usize = 0;
let locksBits: u32 = 12;
let volatiles: usize = 0;
/** Whether a volatile write adds to what was written before, as in Java; src/trace/memory-model.ts. */
let addsUp: bool = false;

export function prepare(): void {
  locks = block(locksBits);
  volatiles = newDirectory();
}

/** What volatile writes do. */
export function follow(model: bool): void {
  addsUp = model;
}

/** Makes room for numbers below these. */
export function widen(lockCount: u32, variables: u32): void {
  const bits = bitsFor(lockCount, LOCK_BITS);
  if (bits > locksBits) {
    locks = moved(locks, locksBits, bits);
    locksBits = bits;
  }
  widenDirectory(volatiles, variables);
}

/**
 * An acquire in few steps, which calls nothing, so that the loop keeps all in registers; false if it is not that simple, and nothing was done. What brings
 * nothing new is joined, too, where rows are short: that costs less than to guess wrong which it is. But threads that take their own locks again and again
 * do so for long.
 */
export function acquireShort(t: u32, target: u32): bool {
  const lock = lockAt(target);
  const thread = at(t);
  if ((load<u32>(lock, DEPTH) | load<u32>(lock, READERS) | load<u32>(thread, WAITING)) !== 0) return false;
  const time = load<u32>(lock, TIME);
  const u = load<u32>(lock, THREAD);
  if (u >= FLAT) return false;
  const row: usize = load<u32>(thread, ROW);
  const before = load<u32>(row + (u << 2));
  const isOwn: u32 = u32(u === t);
  const isKnown: u32 = u32(before >= time) | isOwn;
  if (!isOwn && !isKnown | u32(areRowsShort())) {
    // Into a version that others hold, or that writes will need as it is, nothing is learnt.
    const isOpen = SCHEDULABLE && load<u32>(thread, OPEN) !== 0;
    let to: usize = !isOpen && isAlone(load<u32>(thread, KNOWN)) && !hasTails() ? row : 0;
    if (!isKnown && isOpen && !hasTails()) to = closeShort(thread);
    if (to !== 0) {
      joinRow(to, row, load<u32>(lock, VERSION));
      store<u32>(to + (u << 2), max(before, time));
      hasLearnt(thread);
    } else if (!isKnown) return false;
  }
  store<u32>(lock, 1, DEPTH);
  const isFirst: u32 = u32(time === 0);
  count(OWN_LAST, isOwn & ~isFirst);
  count(ALREADY_KNOWN, (isKnown - isOwn) & ~isFirst);
  count(JOINS, 1 - isKnown);
  return true;
}

/**
 * A release in few steps, as `acquireShort`: of a thread that has learnt nothing since its last one, or since it last released the lock in few steps (what
 * others released there since, it would have learnt when it acquired the lock); or into the row of a version that is the lock's alone.
 */
export function releaseShort(t: u32, target: u32, now: u32): bool {
  const lock = lockAt(target);
  if (load<u32>(lock, DEPTH) !== 1 || load<u32>(lock, READERS) !== BOTTOM) return false;
  const thread = at(t);
  const version = load<u32>(lock, VERSION);
  const learnt = load<u32>(thread, LEARNT);
  const isSame = load<u32>(lock, LEARNT_THEN) === learnt;
  if (!isSame && version !== load<u32>(thread, KNOWN)) {
    // Long rows are shared with the locks that a thread keeps for itself: it will release them again before it learns something.
    if (!isAlone(version) || hasTails() || !(areRowsShort() || load<u32>(lock, THREAD) !== t)) return false;
    copyRow(version, load<u32>(thread, ROW));
  }
  store<u32>(lock, 0, DEPTH);
  store<u32>(lock, t, THREAD);
  store<u32>(lock, now, TIME);
  store<u32>(lock, learnt, LEARNT_THEN);
  store<u32>(thread, now + 1, EPOCH);
  return true;
}

/** Takes one event of a thread that is not an access. */
export function step(op: u32, t: u32, target: u32, now: u32): void {
  switch (op) {
    case ACQUIRE:
      acquire(t, lockAt(target), now);
      break;
    case RELEASE:
      release(t, lockAt(target), now);
      break;
    case FORK:
      learn(target, load<u32>(at(t), KNOWN), t, now);
      advance(t, now);
      break;
    case JOIN:
      // Of an epoch that goes on, nobody knows a part: whoever knows its begin knows it from a join.
      learnIfNew(t, load<u32>(at(target), KNOWN), target, load<u32>(at(target), EPOCH), now);
      break;
    case VOLATILE_READ:
      for (let write = cellOf(volatiles, target, VOLATILE_BITS); write !== 0; write = load<u32>(write, EARLIER))
        takeOver(t, write);
      break;
    case VOLATILE_WRITE:
      if (addsUp) keepUnknown(t, cellOf(volatiles, target, VOLATILE_BITS));
      handOver(t, cellOf(volatiles, target, VOLATILE_BITS), now);
      break;
    case ACQUIRE_SHARED:
      takeOver(t, lockAt(target));
      break;
    case RELEASE_SHARED:
      gather(t, lockAt(target) + READERS, now);
      break;
    case WAIT:
      wait(t, lockAt(target), now);
      break;
    case BARRIER_ENTER:
      arrive(t, lockAt(target), now);
      break;
    case BARRIER_EXIT:
      leave(t, lockAt(target), now);
      break;
  }
}

/** Thread t comes to know what thread u did up to `time`, when u knew `version` of the others. One pass over the threads. */
export function learn(t: u32, version: u32, u: u32, time: u32): void {
  count(JOINS);
  if (SCHEDULABLE) close(t);
  setKnown(t, absorb(load<u32>(at(t), KNOWN), version, u, time));
}

function lockAt(lock: u32): usize {
  return locks + ((<usize>lock) << LOCK_BITS);
}

function acquire(t: u32, lock: usize, now: u32): void {
  const depth = load<u32>(lock, DEPTH);
  store<u32>(lock, depth + 1, DEPTH);
  if (depth > 0) return;
  takeOver(t, lock);
  if (load<u32>(at(t), WAITING) !== 0 || load<u32>(lock, READERS) !== BOTTOM) takeBack(t, lock, now);
}

/** The acquire that ends a wait: the thread holds the lock as often as before. And one that comes after readers. */
function takeBack(t: u32, lock: usize, now: u32): void {
  const waiting = load<u32>(at(t), WAITING);
  if (waiting > 0) {
    store<u32>(lock, waiting - 1, DEPTH);
    store<u32>(at(t), 0, WAITING);
  }
  const readers = load<u32>(lock, READERS);
  if (readers !== BOTTOM) learn(t, readers, t, now);
}

function release(t: u32, lock: usize, now: u32): void {
  const depth = load<u32>(lock, DEPTH) - 1;
  store<u32>(lock, depth, DEPTH);
  if (depth === 0) releaseAll(t, lock, now);
}

function wait(t: u32, lock: usize, now: u32): void {
  store<u32>(at(t), load<u32>(lock, DEPTH) + 1, WAITING);
  store<u32>(lock, 0, DEPTH);
  releaseAll(t, lock, now);
}

function releaseAll(t: u32, lock: usize, now: u32): void {
  handOver(t, lock, now);
  if (load<u32>(lock, READERS) === BOTTOM) return;
  // The releaser had learnt all that the readers released when it acquired.
  drop(load<u32>(lock, READERS));
  store<u32>(lock, BOTTOM, READERS);
}

function arrive(t: u32, barrier: usize, now: u32): void {
  let round: usize = load<u32>(barrier, GATHERING);
  if (round === 0) {
    round = block(ROUND_BITS);
    store<u32>(barrier, <u32>round, GATHERING);
  }
  store<u32>(round, load<u32>(round, INSIDE) + 1, INSIDE);
  store<u32>(at(t), <u32>round, ROUND);
  gather(t, round + GATHERED, now);
}

function leave(t: u32, barrier: usize, now: u32): void {
  const round: usize = load<u32>(at(t), ROUND);
  if (round === 0) return;
  store<u32>(at(t), 0, ROUND);
  if (<usize>load<u32>(barrier, GATHERING) === round) store<u32>(barrier, 0, GATHERING);
  const inside = load<u32>(round, INSIDE) - 1;
  store<u32>(round, inside, INSIDE);
  learn(t, load<u32>(round, GATHERED), t, now);
  if (inside > 0) return;
  drop(load<u32>(round, GATHERED));
  giveBack(round, ROUND_BITS);
}

/** What thread t knows and did up to now is added to the version at a place. */
function gather(t: u32, place: usize, now: u32): void {
  store<u32>(place, absorb(load<u32>(place), load<u32>(at(t), KNOWN), t, now));
  advance(t, now);
}

/** Thread t comes to know what was last released at a place. */
function takeOver(t: u32, place: usize): void {
  const time = load<u32>(place, TIME);
  if (time === 0) return;
  const u = load<u32>(place, THREAD);
  if (u === t) count(OWN_LAST);
  else learnIfNew(t, load<u32>(place, VERSION), u, time, time);
}

/** What thread t knows and did up to now is released at a place, instead of what was released there before. */
function handOver(t: u32, place: usize, now: u32): void {
  const old = load<u32>(place, VERSION);
  const mine = load<u32>(at(t), KNOWN);
  if (old !== mine) {
    store<u32>(place, share(mine), VERSION);
    drop(old);
  }
  store<u32>(place, t, THREAD);
  store<u32>(place, now, TIME);
  advance(t, now);
}

/** Before thread t writes a volatile: what it does not know of those written there before goes on to be handed over. */
function keepUnknown(t: u32, place: usize): void {
  let before: usize = place;
  for (let write: usize = load<u32>(place, EARLIER); write !== 0; write = load<u32>(before, EARLIER)) {
    if (!isKnown(t, write)) {
      before = write;
      continue;
    }
    store<u32>(before, load<u32>(write, EARLIER), EARLIER);
    drop(load<u32>(write, VERSION));
    giveBack(write, VOLATILE_BITS);
  }
  if (load<u32>(place, TIME) === 0 || isKnown(t, place)) return;
  const last = block(VOLATILE_BITS);
  store<u32>(last, share(load<u32>(place, VERSION)), VERSION);
  store<u32>(last, load<u32>(place, THREAD), THREAD);
  store<u32>(last, load<u32>(place, TIME), TIME);
  store<u32>(last, load<u32>(place, EARLIER), EARLIER);
  store<u32>(place, <u32>last, EARLIER);
}

/** Whether what was handed over at a place is ordered before what thread t does next. */
function isKnown(t: u32, place: usize): bool {
  return ordered(load<u32>(place, THREAD), load<u32>(place, TIME), t);
}

/** The same as `learn` unless thread t knows of u's epoch that began at `epoch`. */
function learnIfNew(t: u32, version: u32, u: u32, epoch: u32, time: u32): void {
  if (ordered(u, epoch, t)) count(ALREADY_KNOWN);
  else learn(t, version, u, time);
}
