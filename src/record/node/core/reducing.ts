// Recording less (FORETRACE_REDUCE, docs/reduce.md): of a row of critical sections of one thread, with no other synchronisation of the thread and nobody
// else at the lock in between, only the first acquire and the last release are written.
//
// Which words are locks is known only when the run is over. But one that is a lock is changed from free to held and back, and a word that is changed so in
// a row may lose the middle whatever it is: nobody saw it, the thread learnt nothing there, and what is left has the same values. A release and the
// acquire after it go when the next release has come: until then somebody might have seen that the lock was taken again.

import { kindOf, WORDS } from '../../../raw/assemble/raw-record.ts';
import { Raw } from '../../../raw/format.ts';
import { Buffer32 } from './hooks.ts';

type Value = number | bigint;

/** Where a row is: the lock was taken, given up after that, and taken again. */
const Phase = { none: 0, taken: 1, freed: 2, takenAgain: 3 } as const;

/** What may stand between two records of a row: it orders nothing. */
const BETWEEN: Uint8Array = new Uint8Array(256);
for (const kind of [Raw.stamp, Raw.read, Raw.write, Raw.readRange, Raw.writeRange, Raw.length]) BETWEEN[kind] = 1;
for (const kind of [Raw.call, Raw.place, Raw.visit]) BETWEEN[kind] = 1;

let isOn = false;
let phase: number = Phase.none;
// The lock, and its values.
let lockLow = 0;
let lockHigh = 0;
let free: Value = 0;
let held: Value = 0;
// Words of the buffer: where the last record of the row ends, where the release and the acquire begin that may have to go; and how many records the file
// had then, since after a flush nothing is where it was.
let from = 0;
let release = 0;
let acquire = 0;
let flushed = 0;

/** Records that are not to be written, as words of the buffer from and to, in their order. */
let left: [number, number][] = [];

export function startReducing(method: string | undefined): void {
  isOn = method !== undefined;
}

/**
 * The last record of the buffer, of `size` words, changed the word or lock at the address. `takes`: by an update, which may take a lock. `isAlone`: no
 * other thread has touched it since this one did.
 */
export function changed(
  buffer: Int32Array,
  size: number,
  low: number,
  high: number,
  takes: boolean,
  before: Value,
  after: Value,
  isAlone: boolean,
): void {
  if (!isOn) return;
  const end = buffer[Buffer32.head]! >> 2;
  const at = end - size;
  const isNext = phase !== Phase.none && low === lockLow && high === lockHigh && isQuiet(buffer, at);
  const frees = isNext && before === held && after === free;
  if (frees && phase === Phase.taken) {
    phase = Phase.freed;
    release = at;
  } else if (frees && isAlone && phase === Phase.takenAgain) {
    left.push([release, release + size], [acquire, acquire + size]);
    phase = Phase.freed;
    release = at;
  } else if (isNext && isAlone && takes && phase === Phase.freed && before === free && after === held) {
    phase = Phase.takenAgain;
    acquire = at;
  } else {
    phase = takes && before !== after ? Phase.taken : Phase.none;
    lockLow = low;
    lockHigh = high;
    free = before;
    held = after;
  }
  from = end;
  flushed = buffer[Buffer32.flushedLow]!;
}

/** Whether the thread has done nothing but access memory since the last record of the row. */
function isQuiet(buffer: Int32Array, to: number): boolean {
  if (buffer[Buffer32.flushedLow] !== flushed || to < from) return false;
  for (let at = from; at < to; at += WORDS) if (BETWEEN[kindOf(buffer[at + 1]!)] === 0) return false;
  return true;
}

/** The buffer as it is to be written, if something in it is to be left out: a copy, since its thread may be ended here, and another save the rest. Methods
 * of typed arrays are the program's, and recorded. */
export function reduced(buffer: Int32Array): Int32Array | undefined {
  if (left.length === 0) return undefined;
  const head = buffer[Buffer32.head]! >> 2;
  const copy = new Int32Array(head);
  let end = 0;
  let at = 0;
  for (let i = 0; i <= left.length; i++) {
    const [start, after] = left[i] ?? [head, head];
    // The time before it goes, too, unless it is that of what follows.
    const isTimed = after >= head || kindOf(buffer[after + 1]!) !== Raw.stamp;
    const to = i === left.length || isTimed ? start : start - WORDS;
    while (at < to) copy[end++] = buffer[at++]!;
    at = after;
  }
  copy[Buffer32.head] = end << 2;
  left = [];
  return copy;
}
