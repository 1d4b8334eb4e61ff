// The loop of FastTrack and of SHB (SCHEDULABLE) over the events that the host has put into the columns. An access whose variable was only accessed
// in order is settled here by two comparisons; the others go to the rules of the detector.

import { THREAD as ENTRY_THREAD, TIME as ENTRY_TIME, entryAt, maskOf } from './access-sets';
import { OPS, POSITIONS, TARGETS, THREADS } from './columns';
import { count } from './counts';
import { EXCLUSIVE, forget as forgetEpochs, read as readEpochs, SAME_EPOCH, SHARED, write as writeEpochs } from './fasttrack';
import {
  ACQUIRE,
  acquireShort,
  follow,
  prepare as prepareOrder,
  RELEASE,
  releaseShort,
  step,
  widen as widenOrder,
} from './order';
import { IN_PAGE, PAGE_BITS } from './pages';
import { pagesOfShadow, prepare as prepareShadow, shadowOf, widen as widenShadow } from './shadow';
import { forget as forgetSchedulable, handOver, ORDERED, read as readSchedulable, write as writeSchedulable } from './shb';
import { CELL_BITS, isMany, isOrdered, MANY, put, READS, WRITES } from './slots';
import { FLAT } from './tails';
import { at, EPOCH, prepare as prepareThreads, ROW, THREAD_BITS, threadTable, widen as widenThreads } from './threads';
import { prepare as prepareVersions } from './versions';

const WRITE: u32 = 1;
const ALLOC: u32 = 14;
const SETTLED: u32 = SCHEDULABLE ? ORDERED : EXCLUSIVE;

/** The words of a thread that is nobody, for what reads need not store. */
const NOBODY: usize = memory.data(1 << THREAD_BITS, 8);

/** Gives where the columns lie. */
export function prepare(): usize {
  prepareVersions();
  prepareThreads();
  prepareOrder();
  prepareShadow();
  return THREADS;
}

/** Makes room for numbers below these; volatile writes add up or replace each other. */
export function widen(threadCount: u32, locks: u32, variables: u32, addsUp: bool): void {
  follow(addsUp);
  widenThreads(threadCount);
  widenOrder(locks, variables);
  widenShadow(variables);
}

/** Takes so many events of the columns. Their positions are in a column too, or follow each other from `start` on. */
export function run(length: u32, hasPositions: bool, start: u32): void {
  const table = threadTable();
  const pages = pagesOfShadow();
  // Reads in the lower half, writes in the upper.
  let same: u64 = 0;
  let settled: u64 = 0;
  let i: u32 = 0;
  while (true) {
    // Accesses, for as long as two comparisons settle them. Nothing else is done here, so that all stays in registers.
    for (; i < length; i++) {
      const op: u32 = load<u8>(i, OPS);
      const t = load<u32>(i << 2, THREADS);
      const target = load<u32>(i << 2, TARGETS);
      if (op > WRITE) break;
      const page: usize = load<u32>(pages + ((target >>> PAGE_BITS) << 2));
      if (page === 0) break;
      const cell = page + ((target & IN_PAGE) << CELL_BITS);
      const thread = table + ((<usize>t) << THREAD_BITS);
      // Reads and writes share this path, so that the processor need not guess which it is; nor which of the two comparisons failed.
      const own = cell - (op << 3);
      const mine = load<u64>(own, READS);
      // [FT READ SAME EPOCH], [FT WRITE SAME EPOCH]
      if (!SCHEDULABLE && u32(<u32>(mine >>> 32) >= load<u32>(thread, EPOCH)) & u32(<u32>mine === t)) {
        same += (<u64>1) << (op << 5);
        continue;
      }
      // [FT READ EXCLUSIVE], [FT WRITE EXCLUSIVE] without a race: `isSettled` for threads that have an entry in rows.
      const written = load<u64>(cell);
      const seen = load<u64>(cell, READS);
      const row: usize = load<u32>(thread, ROW);
      if ((<u32>written | <u32>seen) >= FLAT) {
        if (op === WRITE || !readShared(t, thread, written, seen, nowAt(i, hasPositions, start))) break;
        continue;
      }
      if (load<u32>(row + ((<usize>(<u32>written)) << 2)) < <u32>(written >>> 32)) break;
      if (load<u32>(row + ((<usize>(<u32>seen)) << 2)) < <u32>(seen >>> 32)) break;
      const now = nowAt(i, hasPositions, start);
      if (SCHEDULABLE) handOver(op === WRITE ? thread : NOBODY, now);
      store<u64>(own, ((<u64>now) << 32) | t, READS);
      settled += (<u64>1) << (op << 5);
    }
    if (i === length) break;
    const op: u32 = load<u8>(i, OPS);
    const t = load<u32>(i << 2, THREADS);
    const target = load<u32>(i << 2, TARGETS);
    const now = nowAt(i, hasPositions, start);
    i++;
    if (op === ACQUIRE) {
      if (!acquireShort(t, target)) step(op, t, target, now);
    } else if (op === RELEASE) {
      if (!releaseShort(t, target, now)) step(op, t, target, now);
    } else if (op === ALLOC) forget(target);
    else if (op > WRITE) step(op, t, target, now);
    else access(op, t, shadowOf(target), now);
  }
  if (!SCHEDULABLE) countBoth(SAME_EPOCH, same);
  countBoth(SETTLED, settled);
}

/**
 * A read of a variable that is shared, by a thread that has read it before and whose entry is where it is looked for first; false if it is not that simple,
 * and nothing was done. Where threads share what they read, this is most of what happens.
 */
function readShared(t: u32, thread: usize, written: u64, seen: u64, now: u32): bool {
  if (<u32>seen !== MANY) return false;
  const set = <usize>(seen >>> 32);
  const entry = entryAt(set, t & maskOf(set));
  if (load<u32>(entry, ENTRY_THREAD) !== t + 1) return false;
  if (!SCHEDULABLE && load<u32>(entry, ENTRY_TIME) >= load<u32>(thread, EPOCH)) {
    count(SAME_EPOCH);
    return true;
  }
  if (<u32>written >= FLAT) return false;
  if (load<u32>(<usize>load<u32>(thread, ROW) + ((<usize>(<u32>written)) << 2)) < <u32>(written >>> 32)) return false;
  if (!SCHEDULABLE) count(SHARED);
  store<u32>(entry, now, ENTRY_TIME);
  return true;
}

function nowAt(i: u32, hasPositions: bool, start: u32): u32 {
  return (hasPositions ? load<u32>(i << 2, POSITIONS) : start + i) + 1;
}

function access(op: u32, t: u32, cell: usize, now: u32): void {
  if (SCHEDULABLE) {
    if (isSettled(cell, t)) {
      count(SETTLED + op);
      put(cell + READS - (op << 3), t, now);
      if (op === WRITE) handOver(at(t), now);
    } else if (op === WRITE) writeSchedulable(t, cell, now);
    else readSchedulable(t, cell, now);
  } else if (op === WRITE) writeEpochs(t, cell, now);
  else readEpochs(t, cell, now);
}

/** Whether all accesses of the variable are ordered before what thread t does next, and it can be seen without a look into sets. */
function isSettled(cell: usize, t: u32): bool {
  return !isMany(cell + WRITES) && !isMany(cell + READS) && isOrdered(cell + WRITES, t) && isOrdered(cell + READS, t);
}

function forget(variable: u32): void {
  const page: usize = load<u32>(pagesOfShadow() + ((variable >>> PAGE_BITS) << 2));
  if (page === 0) return;
  const cell = page + ((variable & IN_PAGE) << CELL_BITS);
  if (SCHEDULABLE) forgetSchedulable(cell);
  else forgetEpochs(cell);
}

function countBoth(what: u32, both: u64): void {
  count(what, <u32>both);
  count(what + 1, <u32>(both >>> 32));
}
