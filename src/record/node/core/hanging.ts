// Threads that wait for ever by Atomics.wait, and when nobody is left to wake one. A table in the control memory says of each thread whether
// it runs, waits, is over or has nothing to do but to hear of other threads. Whoever is about to wait when all others do looks for two seconds whether
// one of them goes on: to begin a wait late is what a slow machine does, too. If the first thread has nothing to do but to hear of its workers, it
// looks now and then. When nobody goes on, and the kernel says that all threads sleep, what each waits for is written behind its log, and the program
// is ended. What threads wait for when the program ends by itself is written there, too: they may wait for each other.

import fs from 'node:fs';
import { join } from 'node:path';
import { RAW_HEADER_BYTES, RAW_RECORD_BYTES, Raw, STUCK, Wanted } from '../../../raw/format.ts';
import { WAIT_SLOTS, WAIT_TABLE, WAIT_WORDS } from './control.ts';
import { Buffer32, Control32 } from './hooks.ts';
import { control, flush, words } from './log.ts';
import { bytesIn } from './log-file.ts';
import { natives } from './natives.ts';

// Taken now: the program may patch them later.
const { closeSync, fstatSync, openSync, readdirSync, readFileSync, readlinkSync, readSync, writeSync } = fs;
const { kill } = process;

const RUNS = 0;
const WAITS = 1;
const OVER = 2;
/** A worker whose event loop turns, and that only a message could bring to do something. */
const IDLE = 3;
/** In a wait with a limit. */
const SLEEPS = 4;
/** Words of a slot: the state, the address, the site, how often the thread has found itself idle, and until when it sleeps. */
const [LOW, HIGH, SITE, FOUND, UNTIL] = [1, 2, 3, 4, 5];

/** How long nothing must change, in looks of so many milliseconds. */
const LOOKS = 8;
const LOOK_MS = 250;

let folder = '';

export function startHanging(processFolder: string): void {
  folder = processFolder;
}

function slotOf(thread: number): number {
  return WAIT_TABLE + thread * WAIT_WORDS;
}

/** Around a wait that only another thread can end. `isFree`: the wait would end at once. */
export function waitingFor<R>(low: number, high: number, site: number, isFree: () => boolean, wait: () => R): R {
  const thread = words[Buffer32.thread]!;
  if (thread >= WAIT_SLOTS) return wait();
  const slot = slotOf(thread);
  control[slot + LOW] = low;
  control[slot + HIGH] = high;
  control[slot + SITE] = site;
  natives.store(control, slot, WAITS);
  if (allWait()) lookAround(isFree);
  const result = wait();
  natives.store(control, slot, RUNS);
  moved();
  return result;
}

/** Around a wait that ends after so many milliseconds. */
export function sleepingFor<R>(milliseconds: number, wait: () => R): R {
  const thread = words[Buffer32.thread]!;
  if (thread >= WAIT_SLOTS) return wait();
  const slot = slotOf(thread);
  control[slot + UNTIL] = Date.now() + milliseconds;
  natives.store(control, slot, SLEEPS);
  const result = wait();
  natives.store(control, slot, RUNS);
  return result;
}

/** For how many milliseconds a thread goes on to sleep; 0 if it does not, or should be awake by now. */
export function sleepLeft(thread: number): number {
  if (thread >= WAIT_SLOTS || natives.load(control, slotOf(thread)) !== SLEEPS) return 0;
  return Math.max(0, (control[slotOf(thread) + UNTIL]! - Date.now()) | 0);
}

/** Threads that may go on though nobody does anything for them: they run, sleep for a time, or have something else to wait for than other threads. */
export function free(): number[] {
  return states().flatMap((state, thread) => (state === RUNS || state === SLEEPS ? [thread] : []));
}

/** The last word of a worker, which may have been the last that could have done something for the others. */
export function isOver(): void {
  threadIsOver(words[Buffer32.thread]!);
  if (allWait()) lookAround(() => false);
}

/** A worker is over, by its own word or by that of its maker. */
export function threadIsOver(thread: number): void {
  if (thread >= WAIT_SLOTS) return;
  natives.store(control, slotOf(thread), OVER);
  moved();
}

/** Now and then, of a worker, and of the first thread if the program is led. One that is called back says so at the next message that it sends or gets, which takes a time, and is not idle as long as
 * it does not come to say so here. */
export function sayIdle(isIdle: boolean): void {
  const thread = words[Buffer32.thread]!;
  if (thread >= WAIT_SLOTS) return;
  const slot = slotOf(thread);
  if (isIdle) control[slot + FOUND]!++;
  if (natives.exchange(control, slot, isIdle ? IDLE : RUNS) !== (isIdle ? IDLE : RUNS)) moved();
}

function moved(): void {
  natives.add(control, Control32.moves, 1);
  natives.notify(control, Control32.moves);
}

/** The states of all threads; none is known if there are too many. */
function states(): number[] {
  const count = natives.load(control, Control32.threads);
  return count > WAIT_SLOTS ? [RUNS] : Array.from({ length: count }, (_, thread) => natives.load(control, slotOf(thread)));
}

/** Whether every thread waits or is over. */
function allWait(): boolean {
  return states().every((state) => state === WAITS || state === OVER);
}

/** How often the threads that are idle have found so. */
function foundIdle(): number[] {
  return states().map((state, thread) => (state === IDLE ? control[slotOf(thread) + FOUND]! : -1));
}

function lookAround(isFree: () => boolean): void {
  for (let still = 0; still < LOOKS; ) {
    const before = natives.load(control, Control32.moves);
    natives.wait(control, Control32.moves, before, LOOK_MS);
    if (natives.load(control, Control32.moves) !== before || !allWait() || isFree()) return;
    still = allAsleep() ? still + 1 : 0;
  }
  endProgram();
}

/** Whether no thread of the process but this one could run, by the word of the kernel where it gives one. */
function allAsleep(): boolean {
  return (awakeThreads() ?? (fs.existsSync('/proc/self/task') ? 2 : 1)) <= 1;
}

/** How many threads of the process do not sleep, this one among them; undefined if the kernel does not say. */
export function awakeThreads(): number | undefined {
  try {
    return readdirSync('/proc/self/task').filter((task) => stateOf(task) !== 'S').length;
  } catch {
    return undefined;
  }
}

/** What a thread does, by the word of the kernel: R, S, D …; empty if it says nothing. */
export function stateOf(kernelNumber: number | string): string {
  try {
    return /.*\) (.)/s.exec(readFileSync(`/proc/self/task/${kernelNumber}/stat`, 'utf8'))![1]!;
  } catch {
    return '';
  }
}

/** The number that the kernel has for this thread; 0 if it does not say. */
export function kernelNumber(): number {
  try {
    return Number(/\d+$/.exec(readlinkSync('/proc/thread-self'))![0]);
  } catch {
    return 0;
  }
}

let lookedAt = -1;
let still = 0;
/** When nothing had changed for the first time. */
let idleThen: number[] = [];

/** For the first thread, now and then, while it does nothing: `isIdle` says whether it has nothing to wait for but its workers. */
export function lookAtWorkers(isIdle: () => boolean): void {
  const now = natives.load(control, Control32.moves) + natives.load(control, Control32.time);
  const workers = states().slice(1);
  const mayGoOn = workers.includes(RUNS) || workers.includes(SLEEPS);
  const isQuiet = now === lookedAt && workers.includes(WAITS) && !mayGoOn && isIdle() && allAsleep();
  lookedAt = now;
  still = isQuiet ? still + 1 : 0;
  if (still === 1) idleThen = foundIdle();
  // A worker that has not said again that it is idle may be in a call that takes long.
  if (still > LOOKS && foundIdle().every((found, thread) => found < 0 || found > idleThen[thread]!)) endProgram();
}

/** Whether a thread is in a wait without a limit. */
export function isWaiting(thread: number): boolean {
  return thread < WAIT_SLOTS && natives.load(control, slotOf(thread)) === WAITS;
}

function endProgram(): void {
  flush();
  for (const [thread, state] of states().entries()) if (state === WAITS) tell(thread, STUCK);
  writeSync(2, 'foretrace: deadlock: every thread waits, and nobody is left to end that; the program is ended\n');
  kill.call(process, process.pid, 'SIGTERM');
  // In case it listens, which it cannot.
  natives.wait(new Int32Array(new natives.SharedArrayBuffer(4)), 0, 0, 900);
  kill.call(process, process.pid, 'SIGKILL');
}

/** Puts the request behind the records of a log, which its thread has saved before it began to wait: in the place of the room that it keeps, or of an
 * end for now. */
export function tell(thread: number, isStuck: typeof STUCK | 0): void {
  const slot = slotOf(thread);
  try {
    const fd = openSync(join(folder, `thread-${thread}.raw`), 'r+');
    const { size } = fstatSync(fd);
    const last = new Uint8Array(RAW_RECORD_BYTES);
    if (size >= RAW_HEADER_BYTES + RAW_RECORD_BYTES) readSync(fd, last, 0, last.length, size - last.length);
    const isRoom = last[6] === Raw.none || last[6] === Raw.end;
    const record = [
      control[slot + LOW]!,
      control[slot + HIGH]! | (Raw.request << 16),
      control[slot + SITE]!,
      (Wanted.word | isStuck) << 16,
    ];
    writeSync(fd, bytesIn(record), 0, RAW_RECORD_BYTES, isRoom ? size - last.length : size);
    closeSync(fd);
  } catch {
    // It is not told then.
  }
}
