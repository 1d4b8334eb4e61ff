// Schedules by a seed (FORETRACE_SCHEDULE, see src/steer/schedule.ts). With `pct` threads have random priorities, and one waits before its next synchronisation
// as long as another with a higher one can go on; at some steps of the run the thread that is there becomes the lowest. Workers take long to start, each as long
// as it likes: the first step of one waits until those that were made before it have come as far, or their order would decide alone.
//
// What an event loop waits for cannot be seen from inside: a thread that has not moved for a while does not count until it moves, unless it is in a short
// Atomics.wait. So the same seed gives the same schedule only as far as threads meet at atomics.

import fs from 'node:fs';
import { join } from 'node:path';
import { mixed, parseSchedule, type Schedule } from '../../../steer/schedule.ts';
import { SCHEDULE_TABLE, SCHEDULE_WORDS, WAIT_SLOTS } from './control.ts';
import { awakeThreads, isWaiting, kernelNumber, sleepLeft, stateOf } from './hanging.ts';
import { Buffer32, Control32 } from './hooks.ts';
import { control, words } from './log.ts';
import { natives } from './natives.ts';

// Taken now: the program may patch it later.
const { writeFileSync } = fs;

/** Words of a thread: where it is, its priority, how often it moved, and its number for the kernel. */
const [STATE, PRIORITY, MOVES, KERNEL] = [0, 1, 2, 3];
const MADE = 1;
const BEGUN = 2;
const OVER = 3;
/** It waits for its turn, and goes on when those above it do not. */
const WAITS = 4;

/** Milliseconds: between two looks; after which a thread that does not move does not count; that a thread sleeps
 * and is waited for; that one is waited for which runs, or would if the machine had the time. */
const LOOK_MS = 0.2;
const STALL_MS = 25;
const NAP_MS = 1000;
const BUSY_MS = 1000;
/** How often a thread looks whether the others have started, and how often it finds that nobody runs. */
const START_LOOK_MS = 5;
const START_LOOKS = 2000;
const QUIET_LOOKS = 40;
/** A thread that records nothing new so often waits for another. */
const SPINS = 24;
/** One that asks again and again for what a lower thread has to do would run forever: after so many steps it becomes the lowest, or when it has kept another
 * waiting for so many milliseconds, since it may sleep in between. */
const MOST_STEPS = 10_000;
const LONGEST_TURN_MS = 2000;

const nobody = new Int32Array(new natives.SharedArrayBuffer(4));
let schedule: Schedule | undefined;
let folder = '';
let changes: readonly number[] = [];
let lastHead = -1;
let spins = 0;
/** By thread: at which of its moves it was found not to move. */
const stalled = new Map<number, number>();

export function startSchedule(text: string | undefined, processFolder: string): Schedule | undefined {
  folder = processFolder;
  schedule = text === undefined ? undefined : parseSchedule(text);
  const { policy, seed = 0, steps = 1, depth = 1 } = schedule ?? {};
  if (policy === 'pct') changes = Array.from({ length: depth - 1 }, (_, i) => 1 + (mixed(seed, 1_000_000 + i) % steps));
  return schedule;
}

function slotOf(thread: number): number {
  return SCHEDULE_TABLE + thread * SCHEDULE_WORDS;
}

/** In its maker. */
export function scheduleMade(thread: number): void {
  if (schedule !== undefined && thread < WAIT_SLOTS) natives.store(control, slotOf(thread) + STATE, MADE);
}

/** By itself, or by its maker. */
export function scheduleOver(thread: number): void {
  if (schedule !== undefined && thread < WAIT_SLOTS) natives.store(control, slotOf(thread) + STATE, OVER);
}

/** Before a synchronisation. Whether somebody has said who goes on, and no delay need. */
export function scheduled(): boolean {
  if (schedule === undefined) return false;
  const thread = words[Buffer32.thread]!;
  if (thread >= WAIT_SLOTS) return false;
  const { policy, seed } = schedule;
  const slot = slotOf(thread);
  if (natives.load(control, slot + STATE) < BEGUN) begin(slot, thread, policy !== 'plain' && policy !== 'led', seed);
  const moves = natives.add(control, slot + MOVES, 1) + 1;
  if (moves % MOST_STEPS === 0) becomeLowest(slot);
  if (policy === 'pct') takeTurn(thread);
  const step = natives.add(control, Control32.steps, 1) + 1;
  if (policy !== 'pct') return false;
  const change = changes.indexOf(step);
  if (change >= 0) natives.store(control, slot + PRIORITY, changes.length - change);
  demoteSpinning(slot);
  if (change >= 0) takeTurn(thread);
  return true;
}

function begin(slot: number, thread: number, waits: boolean, seed: number): void {
  natives.store(control, slot + PRIORITY, (1 << 16) + (mixed(seed, thread) >>> 2));
  natives.store(control, slot + KERNEL, kernelNumber());
  natives.store(control, slot + STATE, BEGUN);
  if (!waits || thread === 0) return;
  awaitStart();
}

/** Until all threads that were made have begun, or nobody does anything that could bring one to it. */
function awaitStart(): void {
  const isMade = (other: number): boolean => natives.load(control, slotOf(other) + STATE) === MADE;
  let asleep = 0;
  for (let looks = 0; looks < START_LOOKS && asleep < QUIET_LOOKS && threads().some(isMade); looks++) {
    natives.wait(nobody, 0, 0, START_LOOK_MS);
    asleep = (awakeThreads() ?? 1) <= 1 ? asleep + 1 : 0;
  }
}

function threads(): number[] {
  return Array.from({ length: Math.min(WAIT_SLOTS, natives.load(control, Control32.threads)) }, (_, thread) => thread);
}

function demoteSpinning(slot: number): void {
  const head = words[Buffer32.head]!;
  spins = head === lastHead ? spins + 1 : 0;
  lastHead = head;
  if (spins > 0 && spins % SPINS === 0) becomeLowest(slot);
}

function becomeLowest(slot: number): void {
  natives.store(control, slot + PRIORITY, natives.sub(control, Control32.lowest, 1) - 1);
}

/** Until none of a higher priority can go on. */
function takeTurn(thread: number): void {
  natives.store(control, slotOf(thread) + STATE, WAITS);
  awaitTurn(thread);
  natives.store(control, slotOf(thread) + STATE, BEGUN);
}

function awaitTurn(thread: number): void {
  let before = -1;
  let moved = 0;
  let since = 0;
  let from = performance.now();
  for (;;) {
    const own = natives.load(control, slotOf(thread) + PRIORITY);
    const other = threads().find((one) => one !== thread && natives.load(control, slotOf(one) + PRIORITY) > own && canGoOn(one));
    if (other === undefined) return;
    const moves = natives.load(control, slotOf(other) + MOVES);
    const now = performance.now();
    // One whose nap is over has not come yet: the kernel has to wake it first.
    if (other !== before || moves !== moved || isNapping(other)) [before, moved, since] = [other, moves, now];
    else if (now - since > STALL_MS && isStill(other, now - since)) stalled.set(other, moves);
    if (now - from > LONGEST_TURN_MS) {
      becomeLowest(slotOf(other));
      from = now;
    }
    natives.wait(nobody, 0, 0, LOOK_MS);
  }
}

/** Whether it does not come: not if it waits for its own turn, or has had no time to run. */
function isStill(thread: number, milliseconds: number): boolean {
  if (natives.load(control, slotOf(thread) + STATE) === WAITS) return false;
  return milliseconds > BUSY_MS || isAsleep(thread);
}

/** A thread that sleeps for a short time goes on by itself: as if it had not slept. */
function isNapping(thread: number): boolean {
  const left = sleepLeft(thread);
  return left > 0 && left <= NAP_MS;
}

/** By the word of the kernel, where it gives one. */
function isAsleep(thread: number): boolean {
  return stateOf(natives.load(control, slotOf(thread) + KERNEL)) !== 'R';
}

function canGoOn(thread: number): boolean {
  const slot = slotOf(thread);
  const state = natives.load(control, slot + STATE);
  return (
    (state === BEGUN || state === WAITS) && !isWaiting(thread) && stalled.get(thread) !== natives.load(control, slot + MOVES)
  );
}

/** For the next run: what its steps are likely to be. */
export function endSchedule(): void {
  if (schedule === undefined) return;
  try {
    writeFileSync(join(folder, 'schedule'), `steps ${natives.load(control, Control32.steps)}\n`, { mode: 0o600 });
  } catch {
    // The disk is full: the next run takes what it knows.
  }
}
