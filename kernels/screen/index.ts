// The kernel of the screen, as its host sees it. The host fills the buffers of the logs, and is asked about what is rare: forks, barriers,
// messages, semaphores, and sets of locks that were not met before.

import { bytesTaken, take } from '../heap';
import { anyMistaken } from './atomics';
import { prepare as prepareBlocks } from './blocks';
import { prepare as prepareGranules, used } from './granules';
import { prepare as prepareHistories } from './histories';
import { prepare as prepareLives } from './lives';
import { prepare as prepareLockRows } from './lock-rows';
import { prepare as prepareLocksets } from './locksets';
import { prepareRanks } from './logs';
import { locks, prepare as prepareObjects } from './objects';
import {
  clearRow as clearGiven,
  dropRow,
  entries,
  give,
  newRow,
  prepare as prepareOrder,
  receive,
  seeAll,
  snapshots,
} from './order';
import { prepare as preparePages } from './pages';
import { prepare as prepareQueue } from './queue';
import { prepare as prepareSections } from './sections';
import { prepare as prepareThreads, stepOf } from './threads';
import { breakOff } from './watch';

export { mayBeOver } from './cells';
export { addLog, fill, isOver, left, park, rankTable, recordCount, run, setJoined, start, wasLate } from './logs';
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

/** There is room for so many logs. */
export function prepare(threads: u32): void {
  prepareSections(threads);
  if (THOROUGH) prepareHistories();
  prepareOrder(threads);
  prepareThreads(threads);
  prepareLocksets();
  prepareObjects();
  prepareGranules();
  preparePages();
  prepareBlocks();
  prepareLives();
  prepareQueue(threads);
  if (WATCHING) prepareLockRows();
  prepareRanks();
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
export function lockCount(): u32 {
  return locks;
}
export function cellCount(): u32 {
  return used;
}
