// One thread's log: a shared memory that records are appended to and that is written to the thread's file when it is full, before the
// thread blocks, and when the thread or the process ends. It is shared so that a parent can save what a terminated thread left.
// An append costs four stores; the head is in the memory because the WebAssembly helper appends too.

import fs from 'node:fs';
import { join } from 'node:path';
import { PRIVATE_FILE } from '../../../base/private-folder.ts';
import { PLACE_BIT, RAW_RECORD_BYTES, Raw } from '../../../raw/format.ts';
import { drain, peek } from './draining.ts';
import { BUFFER_BYTES, BUFFER_END, BUFFER_START, Buffer32, COUNT_MASK, Control32 } from './hooks.ts';
import { flushedRecords, markStopped, saveClosed, saveEnd, takeEndAway } from './log-file.ts';
import { bytesOf, clear, natives } from './natives.ts';
import { reduced } from './reducing.ts';
import { errnoOf, refused } from './stopping.ts';

// Taken now: the program's fs is patched later.
const { closeSync, constants, openSync } = fs;

const { HEAD, LIMIT, STAMP, CLOSED, REPEATS, EPOCH, TIME } = {
  HEAD: Buffer32.head,
  LIMIT: Buffer32.limit,
  STAMP: Buffer32.stamp,
  CLOSED: Buffer32.closed,
  REPEATS: Buffer32.repeats,
  EPOCH: Buffer32.epoch,
  TIME: Control32.time,
};

/** There is room for 8 records above. */
const FULL = BUFFER_END - 8 * RAW_RECORD_BYTES;

/** What the word behind a site has if that is the number of a place. */
export const PLACE_HIGH: number = PLACE_BIT / 0x1_0000_0000;

/** This thread's buffer and the control memory, as words. Set once by `startLog`, before any hook can run. */
export let words: Int32Array = new Int32Array(16);
export let control: Int32Array = new Int32Array(16);

let folder = '';
let descriptor = -1;
let maxRecords = Number.POSITIVE_INFINITY;
/** Somebody reads the log while it grows. */
let isFollowed = false;
/** Whoever does may take its name away: it is opened anew for every write. */
let isTaken = false;
/** Called before records go to the file: what they refer to must be there first. */
let beforeFlush: () => void = () => {};
/** Defines the place that the thread is at, with who called; 0 if there is none. The `inner` first frames of WebAssembly are ours. */
let stackAt: StackAt = () => 0;

export type StackAt = (site: number, inner?: number) => number;

// How many accesses have no stack before the next that has one stands in the buffer, where WebAssembly counts, too; here is how many had none
// before the last. Both by the low bits of the site. Counting down to a sign costs an access the least, and so does a count among the words
// that it writes anyway; constants of this module are constants for V8's compiler.
const MASK = COUNT_MASK;
const LEFT = BUFFER_END >> 2;
const gaps = new Int32Array(COUNT_MASK + 1);
/** Every access has a stack. */
let isExact = false;
/** Of a program that is led (steered.ts): comes before every access; whether this one is not to be recorded. */
let before: Lead | undefined;
/** Accesses of WebAssembly that had a stack. A large module has so many sites, and callers, that the first time of each would cost more than all
 * that is recorded (z3-solver: 130 000 stacks for 2.5 million accesses): after some, one for so many records. With 2048 and 256 stacks were still a
 * third of what @oxc-parser cost to record, most of it for V8 to optimise, in every thread, what takes them. */
let wasmStacks = 0;
const FREE_STACKS = 256;
const RECORDS_PER_STACK = 1024;
/** As `LEFT`, which is 0 then, so that every access comes by. */
const due = new Int32Array(COUNT_MASK + 1);

export type Lead = (low: number, word1: number, site: number, bytes: number) => boolean;

export function lead(by: Lead): void {
  before = by;
  clear(words, LEFT);
}

export function newBuffer(thread: number): WebAssembly.Memory {
  const pages = Math.ceil(BUFFER_BYTES / 65536);
  const memory = new natives.Memory({ initial: pages, maximum: pages, shared: true });
  const buffer = new Int32Array(bytesOf(memory));
  buffer[HEAD] = BUFFER_START;
  buffer[LIMIT] = FULL;
  buffer[Buffer32.thread] = thread;
  buffer[STAMP] = -1;
  return memory;
}

export function startLog(options: {
  readonly buffer: WebAssembly.Memory;
  readonly control: WebAssembly.Memory;
  readonly folder: string;
  readonly maxRecords: number;
  readonly follow: 'kept' | 'taken' | undefined;
  readonly beforeFlush: () => void;
  /** The first thread of a process. */
  readonly isAlone: boolean;
  /** Absent: nobody wants to know who called. */
  readonly stacks?: { readonly at: StackAt; readonly isExact: boolean };
}): void {
  words = new Int32Array(bytesOf(options.buffer));
  control = new Int32Array(bytesOf(options.control));
  folder = options.folder;
  maxRecords = options.maxRecords;
  isFollowed = options.follow !== undefined;
  isTaken = options.follow === 'taken';
  beforeFlush = options.beforeFlush;
  if (options.stacks !== undefined) stackAt = options.stacks.at;
  isExact = options.stacks?.isExact === true;
  if (options.isAlone) words[Buffer32.alone] = 1;
  descriptor = openThread(words[Buffer32.thread]!);
  if (isTaken) closeSync(descriptor);
  append(Raw.begin, 0, 0, 0, 0, 0);
  flush();
}

/** Puts what is new about the time and the repetitions in front of the next record. */
export function stamp(time: number): void {
  if (words[REPEATS] !== 0) endRepeats();
  const at = words[HEAD]! >> 2;
  words[STAMP] = time;
  words[at] = time;
  words[at + 1] = Raw.stamp << 16;
  words[at + 2] = 0;
  words[at + 3] = 0;
  words[HEAD] = (at + 4) << 2;
}

/** Says how often the last record was repeated: nothing may come between the two. */
function endRepeats(): void {
  const repeats = words[REPEATS]!;
  words[REPEATS] = 0;
  put(repeats, Raw.repeat << 16, 0, 0);
}

/** The place of an access at a site with its callers, if it is one that gets them; else 0. */
export function sampled(site: number): number {
  const at = LEFT + (site & MASK);
  const more = words[at]! - 1;
  words[at] = more;
  return more < 0 ? stackedAgain(site) : 0;
}

/** At the 1st, 2nd, 4th, 8th … time. `inner`: see `StackAt`. */
export function stackedAgain(site: number, inner = 0): number {
  const at = site & MASK;
  if (before !== undefined && due[at]!-- > 0) {
    words[LEFT + at] = 0;
    return 0;
  }
  // First: it may make all sites begin anew, and this is the first time then.
  const place = inner > 0 && !isAffordable() ? 0 : stacked(site, inner);
  const gap = isExact ? 0 : gaps[at]!;
  words[LEFT + at] = before === undefined ? gap : 0;
  due[at] = gap;
  gaps[at] = Math.min(2 * gap + 1, 0x3fff_ffff);
  return place;
}

function isAffordable(): boolean {
  if (isExact || before !== undefined) return true;
  if (wasmStacks >= FREE_STACKS + flushedRecords(words) / RECORDS_PER_STACK) return false;
  wasmStacks++;
  return true;
}

function stacked(site: number, inner = 0): number {
  if (words[CLOSED] === 1) return 0;
  if (words[REPEATS] !== 0) endRepeats();
  const limit = words[LIMIT]!;
  const place = stackAt(site, inner);
  // After an end for now it is the access that is to be written at once, not only who called it.
  if (limit === BUFFER_START) words[LIMIT] = limit;
  return place;
}

/** From now on what it does may not come before all that others do, or is part of an atomic block. */
export function notAlone(): void {
  words[Buffer32.alone] = 0;
}

/** Makes the next access of every site the first. */
export function countAnew(): void {
  clear(words, LEFT);
  clear(gaps, 0);
  clear(due, 0);
}

/** A record at the present time. `word1` is the second word: address bits 32..47, kind and size. */
export function access(low: number, word1: number, site: number): void {
  // As `sampled`, but small enough to be inlined where the loops of programs are.
  const count = LEFT + (site & MASK);
  const more = words[count]! - 1;
  words[count] = more;
  if (more < 0) {
    stackedAccess(low, word1, site);
    return;
  }
  const time = control[TIME]!;
  if (time !== words[STAMP]) stamp(time);
  const at = words[HEAD]! >> 2;
  words[at] = low;
  words[at + 1] = word1;
  words[at + 2] = site;
  words[at + 3] = 0;
  const head = (at + 4) << 2;
  words[HEAD] = head;
  if (head >= words[LIMIT]!) flush();
}

function stackedAccess(low: number, word1: number, site: number): void {
  if (before?.(low, word1, site, 0)) return;
  const place = stackedAgain(site);
  const time = control[TIME]!;
  if (time !== words[STAMP]) stamp(time);
  put(low, word1, place || site, place === 0 ? 0 : PLACE_HIGH);
}

/** A range of bytes, read or written at the present time. */
export function range(kind: number, low: number, high: number, bytes: number, site: number): void {
  if (before?.(low, high | (kind << 16), site, bytes)) return;
  access(low, high | (kind << 16), site);
  put(bytes | 0, Math.floor(bytes / 0x1_0000_0000) | (Raw.length << 16), 0, 0);
}

/** The bare record, without a look at the time. */
export function put(word0: number, word1: number, word2: number, word3: number): void {
  const at = words[HEAD]! >> 2;
  words[at] = word0;
  words[at + 1] = word1;
  words[at + 2] = word2;
  words[at + 3] = word3;
  const head = (at + 4) << 2;
  words[HEAD] = head;
  if (head >= words[LIMIT]!) flush();
}

/** The thread synchronises: what WebAssembly remembers of its accesses is forgotten. */
export function startEpoch(): void {
  words[EPOCH]!++;
}

/** Takes a new time for something that orders threads. */
export function nextTime(): number {
  goOn();
  startEpoch();
  return (natives.add(control, TIME, 1) + 1) | 0;
}

/** A synchronisation at a time of its own. */
export function append(kind: number, low: number, high: number, size: number, site: number, extra: number): void {
  synchronise(nextTime(), kind, low, high, size, site, extra);
}

function synchronise(time: number, kind: number, low: number, high: number, size: number, site: number, extra: number): void {
  atPlace(stacked(site), time, kind, low, high, size, site, extra);
}

/** How often a site that waits, wakes or sends has its stack each time. Where threads contend, all of them are a fifth of what a program costs, and
 * of a server that sends a message per request a fourth. */
const EXACT_TIMES = 64;
const waits = new Uint16Array(COUNT_MASK + 1);

/** The same for what waits for another thread or wakes it, at a time that was taken before. */
export function appendWait(time: number, kind: number, low: number, high: number, site: number): void {
  const at = site & MASK;
  const isExactStill = waits[at]! < EXACT_TIMES;
  if (isExactStill) waits[at]!++;
  atPlace(isExactStill ? stacked(site) : sampled(site), time, kind, low, high, 0, site, 0);
}

/** The same at a time of its own. */
export function appendSend(low: number, high: number, site: number): void {
  appendWait(nextTime(), Raw.send, low, high, site);
}

/** What was sent at a site, without callers. */
export function appendReceive(low: number, high: number, site: number, extra: number): void {
  atPlace(0, nextTime(), Raw.receive, low, high, 0, site, extra);
}

function atPlace(
  place: number,
  time: number,
  kind: number,
  low: number,
  high: number,
  size: number,
  site: number,
  extra: number,
): void {
  startEpoch();
  stamp(time);
  put(low, high | (kind << 16) | (size << 24), place || site, (place === 0 ? 0 : PLACE_HIGH) | (extra << 16));
}

/** A load that saw what this thread's last record saw: counted, not recorded. The stamp is spoilt so that the next record comes by. */
export function repeat(): void {
  words[REPEATS]!++;
  words[STAMP] = words[STAMP]! - 1;
}

function openThread(thread: number): number {
  return openSync(join(folder, `thread-${thread}.raw`), constants.O_RDWR | constants.O_CREAT, PRIVATE_FILE);
}

/** Writes this thread's records out. Never throws: a full disk ends the recording, not the program. */
export function flush(): void {
  if (hasUnsaved()) attempt(() => withFile(saveAll));
}

/** Whether there is something to write; what is recorded after the log was closed is dropped. */
function hasUnsaved(): boolean {
  if (words[CLOSED] === 1) {
    words[LIMIT] = FULL;
    words[HEAD] = BUFFER_START;
    words[REPEATS] = 0;
    return false;
  }
  if (words[REPEATS] !== 0) stamp(control[TIME]!);
  return words[HEAD] !== BUFFER_START;
}

function saveAll(fd: number): void {
  words[LIMIT] = FULL;
  saveReferences(fd);
  drain(words, fd, { control, maxRecords }, reduced(words));
}

/** Saves all and ends the log for now: a process that is killed while it waits for something has lost nothing then. The next plain access
 * is written at once, in the place of the end. */
export function endForNow(): void {
  const unsaved = hasUnsaved();
  if (words[CLOSED] === 1 || (!unsaved && words[LIMIT] === BUFFER_START)) return;
  // One opening for both: a worker that waits for each of its tasks does little else.
  attempt(() =>
    withFile((fd) => {
      if (unsaved) saveAll(fd);
      if (words[CLOSED] === 0 && saveEnd(words, fd)) words[LIMIT] = BUFFER_START;
    }),
  );
}

/** Takes the end away that is there for now. To be called before a time is taken: a log that shows an end has all that its thread took a
 * time for, and those who follow it rely on that. */
export function goOn(): void {
  if (words[LIMIT] !== BUFFER_START || words[CLOSED] === 1) return;
  words[LIMIT] = FULL;
  attempt(() => withFile((fd) => takeEndAway(words, fd)));
}

/** For the WebAssembly helper, which knows only this. */
export function flushOrGoOn(): void {
  goOn();
  flush();
}

/** Before the thread waits for something, however long that takes. */
export function flushBeforeWait(): void {
  if (isFollowed) endForNow();
  else flush();
}

function withFile(use: (fd: number) => void): void {
  if (!isTaken) {
    use(descriptor);
    return;
  }
  const fd = openThread(words[Buffer32.thread]!);
  try {
    use(fd);
  } finally {
    closeSync(fd);
  }
}

/** What cannot be written ends the recording. */
function attempt(write: () => void): void {
  try {
    write();
  } catch (error) {
    closeLog();
    refused(error);
  }
}

/** This thread records no more. */
export function closeLog(): void {
  words[CLOSED] = 1;
  words[HEAD] = BUFFER_START;
}

function saveReferences(fd: number): void {
  try {
    beforeFlush();
  } catch (error) {
    markStopped(words, fd, 0, errnoOf(error));
    throw error;
  }
}

export function isRecording(): boolean {
  return words[CLOSED] === 0;
}

/** Whether another thread records no more. */
export function isClosed(buffer: WebAssembly.Memory): boolean {
  return new Int32Array(bytesOf(buffer))[CLOSED] === 1;
}

/** Ends the log of another thread, which has saved all that it recorded and waits, with what `tell` writes behind it. */
export function closeWaiting(buffer: WebAssembly.Memory, tell: (thread: number) => void): void {
  const other = new Int32Array(bytesOf(buffer));
  if (other[CLOSED] === 1) return;
  other[CLOSED] = 1;
  tell(other[Buffer32.thread]!);
  if (!isFollowed) return;
  const fd = openThread(other[Buffer32.thread]!);
  saveClosed(fd);
  closeSync(fd);
}

/** Saves what another thread has recorded so far. `ended`: it has ended, or the process does, and its log is closed. */
export function rescue(buffer: WebAssembly.Memory, ended: boolean): void {
  const other = new Int32Array(bytesOf(buffer));
  if (other[CLOSED] === 1) return;
  // Before the file is opened: by the time that the records are read, its thread knows that they may not grow.
  if (!ended) natives.add(other, Buffer32.walk, 1);
  try {
    const fd = openThread(other[Buffer32.thread]!);
    try {
      if (!ended) peek(other, fd);
      else {
        drain(other, fd, { control, maxRecords });
        if (isFollowed) saveClosed(fd);
      }
    } finally {
      closeSync(fd);
    }
  } catch (error) {
    // A thread that goes on will find out for itself.
    if (ended) refused(error);
  }
  if (ended) other[CLOSED] = 1;
}
