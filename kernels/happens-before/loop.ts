// The loop of FastTrack and of SHB (SCHEDULABLE) over the events that the host has put into the columns. An access whose variable was only accessed
// in order is settled here by two comparisons; the others go to the rules of the detector.

import { take } from '../heap';
import { count } from './counts';
import { EXCLUSIVE, forget as forgetEpochs, read as readEpochs, SAME_EPOCH, write as writeEpochs } from './fasttrack';
import { ACQUIRE, acquireShort, prepare as prepareOrder, RELEASE, releaseShort, step, widen as widenOrder } from './order';
import { cellOf, IN_PAGE, newDirectory, PAGE_BITS, tableOf, widen as widenDirectory } from './pages';
import { forget as forgetSchedulable, handOver, ORDERED, read as readSchedulable, write as writeSchedulable } from './shb';
import { CELL_BITS, isMany, isOrdered, put, READS, WRITES } from './slots';
import { FLAT } from './tails';
import { EPOCH, prepare as prepareThreads, ROW, THREAD_BITS, threadTable, widen as widenThreads } from './threads';
import { prepare as prepareVersions } from './versions';
import { replaceShort } from './write-clocks';

const WRITE: u32 = 1;
const ALLOC: u32 = 14;
const SETTLED: u32 = SCHEDULABLE ? ORDERED : EXCLUSIVE;

let shadow: usize = 0;
let ops: usize = 0;
let threads: usize = 0;
let targets: usize = 0;
let positions: usize = 0;

/** Gives where the columns lie that have room for so many events, threads, targets, positions and operations, one behind the other. */
export function prepare(events: u32): usize {
  prepareVersions();
  prepareThreads();
  prepareOrder();
  shadow = newDirectory();
  threads = take(13 * events);
  targets = threads + 4 * events;
  positions = targets + 4 * events;
  ops = positions + 4 * events;
  return threads;
}

/** Makes room for numbers below these. */
export function widen(threadCount: u32, locks: u32, variables: u32): void {
  widenThreads(threadCount);
  widenOrder(locks, variables);
  widenDirectory(shadow, variables);
}

/** Takes so many events of the columns. Their positions are in a column too, or follow each other from `start` on. */
export function run(length: u32, hasPositions: bool, start: u32): void {
  const opColumn = ops;
  const threadColumn = threads;
  const targetColumn = targets;
  const table = threadTable();
  const pages = tableOf(shadow);
  // Reads in the lower half, writes in the upper.
  let same: u64 = 0;
  let settled: u64 = 0;
  let i: u32 = 0;
  while (true) {
    // Accesses, for as long as two comparisons settle them. Nothing is called here, so that all stays in registers: 9.1 instead of 13 ns per event.
    for (; i < length; i++) {
      const op: u32 = load<u8>(opColumn + i);
      const t = load<u32>(threadColumn + (i << 2));
      const target = load<u32>(targetColumn + (i << 2));
      if (op > WRITE) {
        if (op === ACQUIRE) {
          if (acquireShort(t, target)) continue;
        } else if (op === RELEASE) {
          if (releaseShort(t, target, nowAt(i, hasPositions, start))) continue;
        }
        break;
      }
      const page: usize = load<u32>(pages + ((target >>> PAGE_BITS) << 2));
      if (page === 0) break;
      const cell = page + ((target & IN_PAGE) << CELL_BITS);
      const thread = table + ((<usize>t) << THREAD_BITS);
      // Reads and writes share this path, so that the processor need not guess which it is; nor which of the two comparisons failed.
      const own = cell + READS - (op << 3);
      const mine = load<u64>(own);
      // [FT READ SAME EPOCH], [FT WRITE SAME EPOCH]
      if (!SCHEDULABLE && u32(<u32>(mine >>> 32) >= load<u32>(thread, EPOCH)) & u32(<u32>mine === t)) {
        same += (<u64>1) << (op << 5);
        continue;
      }
      // [FT READ EXCLUSIVE], [FT WRITE EXCLUSIVE] without a race: `isSettled` for threads that have an entry in rows.
      const written = load<u64>(cell);
      const seen = load<u64>(cell, READS);
      const row: usize = load<u32>(thread, ROW);
      if ((<u32>written | <u32>seen) >= FLAT) break;
      if (load<u32>(row + ((<usize>(<u32>written)) << 2)) < <u32>(written >>> 32)) break;
      if (load<u32>(row + ((<usize>(<u32>seen)) << 2)) < <u32>(seen >>> 32)) break;
      const now = nowAt(i, hasPositions, start);
      if (SCHEDULABLE && op === WRITE) {
        if (!replaceShort(cell, thread)) break;
        store<u32>(thread, now + 1, EPOCH);
      }
      store<u64>(own, ((<u64>now) << 32) | t);
      settled += (<u64>1) << (op << 5);
    }
    if (i === length) break;
    const op: u32 = load<u8>(opColumn + i);
    const t = load<u32>(threadColumn + (i << 2));
    const target = load<u32>(targetColumn + (i << 2));
    const now = nowAt(i, hasPositions, start);
    i++;
    if (op === ALLOC) forget(target);
    else if (op > WRITE) step(op, t, target, now);
    else access(op, t, shadowOf(target), now);
  }
  if (!SCHEDULABLE) countBoth(SAME_EPOCH, same);
  countBoth(SETTLED, settled);
}

function nowAt(i: u32, hasPositions: bool, start: u32): u32 {
  return (hasPositions ? load<u32>(positions + (i << 2)) : start + i) + 1;
}

/** Where what is known of a variable lies. */
export function shadowOf(variable: u32): usize {
  return cellOf(shadow, variable, CELL_BITS);
}

function access(op: u32, t: u32, cell: usize, now: u32): void {
  if (SCHEDULABLE) {
    if (isSettled(cell, t)) {
      count(SETTLED + op);
      put(cell + READS - (op << 3), t, now);
      if (op === WRITE) handOver(t, cell, now);
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
  const page: usize = load<u32>(tableOf(shadow) + ((variable >>> PAGE_BITS) << 2));
  if (page === 0) return;
  const cell = page + ((variable & IN_PAGE) << CELL_BITS);
  if (SCHEDULABLE) forgetSchedulable(cell);
  else forgetEpochs(cell);
}

function countBoth(what: u32, both: u64): void {
  count(what, <u32>both);
  count(what + 1, <u32>(both >>> 32));
}
