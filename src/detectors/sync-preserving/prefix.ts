// How much of a trace the predictors can look at, at a time. They work on whole traces: about 45 bytes an event, 12 for an access that may race, and rows of ideals with
// entries per thread, so that thousands of threads that synchronise a lot do not fit. What does not fit is looked at in windows: see
// windowed/trace-parts.ts.

import type { Meter } from '../../base/meter.ts';
import type { Columns } from '../../trace/columns.ts';
import { ACCESS_KINDS, isWrite, NO_ACCESS, Op, operations, PLAIN, TARGET_KIND_CODES } from '../../trace/operation.ts';
import { TraceFull } from './trace-full.ts';

/** Rows with more entries than this would make one per thread too much: 64 MB. */
const MOST_THREADS = 4096;
/** One part in so many of the memory, and no more, goes to rows that there is one of per thread. */
const ROWS_PART = 16;
/** One part in so many of the memory is kept back for the races. */
const RACES_PART = 8;

/**
 * What an event takes in bytes. Columns 13, `TraceIndex` 16, the search 4, the checker 8, the schedule at hand 4. What `Lanes` take is
 * counted there: most traces have few accesses that may race.
 */
const EVENT = 45;
/** And where memory is allocated: its cell is not its variable. */
const EVENT_CELL = 8;
/** What it takes beside that: its critical section, its cell, its entry in a map, its lock. */
const SECTION = 100;
const CELL = 96;
const ENTRY = 160;
const LOCK = 24;

const EXTRA = new Map<Op, number>([
  [Op.acquire, SECTION],
  [Op.acquireShared, SECTION],
  [Op.alloc, CELL],
  [Op.wait, ENTRY],
  [Op.notify, ENTRY],
  [Op.barrierEnter, ENTRY],
  [Op.barrierExit, ENTRY],
]);
const EVENT_BYTES = Uint32Array.from(operations, ({ op }) => EVENT + (EXTRA.get(op) ?? 0));
const VARIABLE = TARGET_KIND_CODES[Op.read]!;
const LOCK_KIND = TARGET_KIND_CODES[Op.acquire]!;

/** How much shorter the next try is at the most. */
const SHORTER = 0.75;

export interface Prefix<C extends Columns, T> {
  readonly columns: C;
  /** The prefix as it was made ready. */
  readonly ready: T;
  /** How many events the result speaks for: all, if the rest can have no race. */
  readonly analysed: number;
}

interface PrefixOptions {
  readonly mostThreads?: number;
}

/** How many events fit at most into so many bytes: nobody need keep more. */
export function mostEvents(bytes: number): number {
  return Math.floor((bytes - bytes / RACES_PART) / EVENT);
}

/** The longest prefix that `prepare` can make ready within the memory. `meter` has counted nothing yet, and counts what it takes. */
export function longestPrefix<C extends Columns, T>(
  columns: C,
  meter: Meter,
  prepare: (fitting: C) => T,
  { mostThreads = MOST_THREADS }: PrefixOptions = {},
): Prefix<C, T> {
  const forThreads = Math.floor(Math.sqrt(meter.budget / ROWS_PART / 8));
  if (forThreads < Math.min(mostThreads, columns.bounds.threads)) meter.full = true;
  const { budget } = meter;
  meter.budget = budget - budget / RACES_PART;
  for (let fitting = withFewThreads(columns, Math.min(mostThreads, forThreads)); ; ) {
    fitting = metered(fitting, meter);
    try {
      const ready = prepare(fitting);
      meter.budget = budget;
      const whole = fitting.length === columns.length || nothingShared(columns);
      return { columns: fitting, ready, analysed: whole ? columns.length : fitting.length };
    } catch (error) {
      if (!(error instanceof TraceFull)) throw error;
      meter.give(meter.used);
      // What the events before it need of their own was counted for all of them: a shorter trace leaves more for the rest.
      fitting = { ...fitting, length: Math.max(error.event, Math.floor(fitting.length * SHORTER)) };
    }
  }
}

/** Ends where the memory ends, and takes what the events up to there need. */
function metered<C extends Columns>(columns: C, meter: Meter): C {
  const { ops, targets, bounds } = columns;
  const room = meter.budget - meter.used;
  const more = ops.subarray(0, columns.length).includes(Op.alloc) ? EVENT_CELL : 0;
  // Each of the two kinds of ideals builds a row per thread.
  let bytes = 8 * bounds.threads * bounds.threads;
  let variables = 0;
  let locks = 0;
  let length = 0;
  for (; length < columns.length; length++) {
    const op = ops[length]!;
    const kind = TARGET_KIND_CODES[op];
    const target = targets[length]! + 1;
    let needed = bytes + EVENT_BYTES[op]! + more;
    if (kind === VARIABLE && target > variables) needed += (target - variables) * CELL;
    else if (kind === LOCK_KIND && target > locks) needed += (target - locks) * LOCK;
    if (needed > room) break;
    bytes = needed;
    if (kind === VARIABLE) variables = Math.max(variables, target);
    else if (kind === LOCK_KIND) locks = Math.max(locks, target);
  }
  if (length < columns.length) meter.full = true;
  if (length > 0) meter.take(bytes);
  return { ...columns, length, bounds: { ...bounds, variables, locks, threads: length === 0 ? 0 : bounds.threads } };
}

/** True if no two threads touch memory, of the variables that have a 1 if that is given, that somebody writes, unless all do so atomically. */
export function nothingShared({ ops, threads, targets, length, bounds }: Columns, variables?: Uint8Array): boolean {
  /** Per variable since it was allocated: its thread plus one, SEVERAL if there are more; whether it was written, and plainly touched. */
  const owners = new Uint32Array(bounds.variables);
  const facts = new Uint8Array(bounds.variables);
  for (let e = 0; e < length; e++) {
    const kind = ACCESS_KINDS[ops[e]!]!;
    const x = targets[e]!;
    if (ops[e] === Op.alloc) owners[x] = facts[x] = 0;
    if (kind === NO_ACCESS || variables?.[x] === 0) continue;
    if (owners[x] !== threads[e]! + 1) owners[x] = owners[x] === 0 ? threads[e]! + 1 : SEVERAL;
    if (isWrite(ops[e]!)) facts[x]! |= WRITTEN;
    if (kind === PLAIN) facts[x]! |= TOUCHED_PLAINLY;
    if (owners[x] === SEVERAL && facts[x] === (WRITTEN | TOUCHED_PLAINLY)) return false;
  }
  return true;
}

const SEVERAL = 0xffff_ffff;
const WRITTEN = 1;
const TOUCHED_PLAINLY = 2;

/** Ends before the first event that is by or about a thread too many. */
function withFewThreads<C extends Columns>(columns: C, most: number): C {
  const { ops, threads, targets, bounds } = columns;
  if (bounds.threads <= most) return columns;
  let length = 0;
  while (length < columns.length) {
    const op = ops[length]!;
    if (threads[length]! >= most || ((op === Op.fork || op === Op.join) && targets[length]! >= most)) break;
    length++;
  }
  return { ...columns, length, bounds: { ...bounds, threads: most } };
}

/** For the report: what was left out, if anything. */
export function prefixWords(
  id: string,
  { events = 0, eventsAnalysed = 0, windows = 0, reach = 0, memoryReached = 0 }: Readonly<Record<string, number>>,
): string | undefined {
  if (events !== eventsAnalysed)
    return `${id} looked at the first ${eventsAnalysed} of ${events} events: no more fit into its memory; a larger --memory or a shorter trace gets further`;
  if (windows === 0) return undefined;
  const next = memoryReached === 0 ? '--reach' : '--memory, or --reach within it,';
  return `${id} looked at ${events} events in ${windows} ${windows === 1 ? 'window' : 'windows'}: races of accesses more than ${reach} events apart, or that need another order of what came before their window, may be missing; a larger ${next} sees more at a time`;
}

/** For the report: which accesses of what was looked at had to be passed over, if any. */
export function unseenWords(id: string, { accessesUnseen = 0 }: Readonly<Record<string, number>>): string | undefined {
  if (accessesUnseen === 0) return undefined;
  const accesses = `${accessesUnseen} access${accessesUnseen === 1 ? '' : 'es'} to shared variables`;
  return `${id} ran out of memory before it came to ${accesses}; a larger --memory gets to them`;
}
