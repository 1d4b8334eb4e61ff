// The records of the raw log by kind: how long each is, when it was, and who comes first at one time.

import { ELEMENT_BITS, Raw, TIME_BITS, TIME_SHIFT, VALUES } from '../format.ts';

/** Words of a record. */
export const WORDS = 4;

/** At one time: what gives (so that a release comes before the acquire that it allows), what takes, then accesses. */
const GIVES = 0;
const TAKES = 1;
const ACCESSES = 2;
/** Not a kind of record that may stand by itself. */
const UNKNOWN = 255;

/** Per kind of record: its rank at one time, or 255. */
export const RANKS: Uint8Array = new Uint8Array(256).fill(UNKNOWN);
for (const kind of [
  Raw.read,
  Raw.write,
  Raw.readRange,
  Raw.writeRange,
  Raw.repeat,
  Raw.stopped,
  Raw.end,
  Raw.benign,
  Raw.request,
])
  RANKS[kind] = ACCESSES;
for (const kind of [Raw.enter, Raw.leave]) RANKS[kind] = ACCESSES;
for (const kind of [Raw.atomicLoad, Raw.atomicStore, Raw.atomicStores, Raw.atomicUpdate, Raw.fence]) RANKS[kind] = TAKES;
for (const kind of [Raw.acquire, Raw.acquireShared, Raw.barrierExit, Raw.join, Raw.receive, Raw.receiveAll, Raw.semaphoreTake])
  RANKS[kind] = TAKES;
for (const kind of [Raw.release, Raw.releaseShared, Raw.wait, Raw.notify, Raw.barrierEnter, Raw.fork, Raw.begin])
  RANKS[kind] = GIVES;
for (const kind of [Raw.send, Raw.semaphoreInit, Raw.semaphorePost, Raw.allocate, Raw.free, Raw.stamp]) RANKS[kind] = GIVES;
// What is only said of the records after them waits for nobody.
for (const kind of [Raw.call, Raw.place, Raw.visit, Raw.steal]) RANKS[kind] = GIVES;

export function isKnown(kind: number): boolean {
  return RANKS[kind] !== UNKNOWN;
}

/** 1 for kinds behind which a `length` record belongs, 2 for those behind which values may follow. */
const FOLLOWED: Uint8Array = new Uint8Array(256);
for (const kind of [Raw.readRange, Raw.writeRange, Raw.allocate, Raw.benign]) FOLLOWED[kind] = 1;
for (const kind of [Raw.atomicLoad, Raw.atomicStore, Raw.atomicStores, Raw.atomicUpdate]) FOLLOWED[kind] = 2;

/** Whether values may follow, if the record says so. */
export function hasValues(kind: number): boolean {
  return FOLLOWED[kind] === 2;
}

export function hasLength(kind: number): boolean {
  return FOLLOWED[kind] === 1;
}

/** How many words a record takes with what belongs to it; `last` is its word 3. */
export function wordsOf(kind: number, last: number): number {
  const followed = FOLLOWED[kind]!;
  if (followed === 0) return WORDS;
  return followed === 1 || last >>> 16 >= VALUES ? 2 * WORDS : WORDS;
}

export function kindOf(word1: number): number {
  return (word1 >>> 16) & 0xff;
}

/** Whether these are the words of an `end` and nothing else. */
export function isEndAlone(words: Uint32Array, from: number, to: number): boolean {
  return from + WORDS === to && kindOf(words[from + 1]!) === Raw.end;
}

/** Per kind: 1 if a record says in `extra` what passed since the one before, 0 if in `size`. */
const TIMED_IN_EXTRA: Uint8Array = new Uint8Array(256);
for (const kind of [Raw.read, Raw.write, Raw.readRange, Raw.writeRange]) TIMED_IN_EXTRA[kind] = 1;
for (const kind of [Raw.atomicLoad, Raw.atomicStore, Raw.atomicStores, Raw.atomicUpdate]) TIMED_IN_EXTRA[kind] = 1;

export function isTimedInExtra(kind: number): boolean {
  return TIMED_IN_EXTRA[kind] === 1;
}

/** The time of the record at `at`; `before` is that of the record before it in its log, 0 of the first. Times never fall: damaged ones, and
 * those of what a signal interrupted, do not turn them back. */
export function timeOf(kind: number, words: Uint32Array, at: number, before: number): number {
  if (kind === Raw.stamp) return Math.max(wide(words[at]!, words[at + 1]!), before);
  if (TIMED_IN_EXTRA[kind] === 0) return before + (words[at + 1]! >>> 24);
  return before + timeIn(words[at + 3]!);
}

/** What passed before an access, by its last word. */
function timeIn(last: number): number {
  return (last >>> (16 + TIME_SHIFT)) & ((1 << TIME_BITS) - 1);
}

/** Goes through the accesses that a `read` or `write` record stands for: most often one. */
export class Accesses {
  /** Upper and lower 32 bits of the address, and the bytes of the access at hand. */
  high = 0;
  low = 0;
  bytes = 0;
  /** Bytes of the record from the access at hand on. */
  private left = 0;

  /** Takes the record at `at`, and its first access. */
  start(words: Uint32Array, at: number): void {
    const word1 = words[at + 1]!;
    this.low = words[at]!;
    this.high = word1 & 0xffff;
    this.left = word1 >>> 24 || 1;
    const element = (words[at + 3]! >>> 16) & ELEMENT_BITS;
    this.bytes = element === 0 ? this.left : Math.min(1 << (element - 1), this.left);
  }

  /** Goes on to the next access; false if there is none. */
  next(): boolean {
    const { bytes } = this;
    this.left -= bytes;
    if (this.left <= 0) return false;
    this.low = (this.low + bytes) >>> 0;
    if (this.low < bytes) this.high++;
    // Only a damaged record ends within an access.
    if (this.left < bytes) this.bytes = this.left;
    return true;
  }
}

/** An address, a site, a time or a length from its low word and the word that has its upper 16 bits. */
export function wide(low: number, high: number): number {
  return (high & 0xffff) * 0x1_0000_0000 + (low >>> 0);
}

/** A longer range is damage: no process has so much memory. What it may have of a shorter one, told-memory.ts says. */
export const LONGEST_ACCESS: number = 2 ** 47;

/** What the `length` record behind the record at `at` says. */
export function lengthOf(words: Uint32Array, at: number): number {
  return wide(words[at + WORDS]!, words[at + WORDS + 1]!);
}

/** How many bytes of that length nobody asked for. */
export function slackOf(words: Uint32Array, at: number): number {
  return words[at + WORDS + 3]! >>> 16;
}

/** Whether the record behind the record at `at` is a length that it may have. */
export function isLengthy(kind: number, words: Uint32Array, at: number): boolean {
  if (kindOf(words[at + WORDS + 1]!) !== Raw.length) return false;
  return kind === Raw.allocate || lengthOf(words, at) <= LONGEST_ACCESS;
}
