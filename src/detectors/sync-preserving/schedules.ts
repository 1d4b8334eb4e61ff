// Schedules in short: prefixes of threads up to a position, run in the order of the trace, and then a tail in an order of its own.
// The witness of a sync-preserving race is its ideal and a tail of two; a search adds the events of its window. Two numbers per
// thread that runs and one per event of the tail are kept, not one per event: 21 080 schedules of 242 000 events in 5 MB, not 20 GB.

import { firstAbove } from '../../base/bisect.ts';
import type { Meter } from '../../base/meter.ts';
import { sharedWords } from '../../base/shared-memory.ts';
import { RunCollector, Witness } from '../../trace/witness.ts';
import type { TraceIndex } from './trace-index.ts';

export interface Schedule {
  /** Per thread: how many of its events run first, as far as they come before `end`. */
  readonly base: Uint32Array;
  readonly end: number;
  readonly tail: ArrayLike<number>;
}

/** What of a trace it takes to write a schedule. */
interface TraceOrder extends Pick<TraceIndex, 'index' | 'threadStart' | 'threadEvents'> {
  readonly columns: { readonly threads: Uint32Array };
}

/** A base that has fewer of the events before its end than one in so many is gathered by threads. */
const SPARSE = 16;

/** Where a schedule says how long it is, its end, how many threads and how many events of the tail it has. */
const HEAD = 4;

export class Schedules {
  /** No more of the trace than it takes: the rest must not stay in memory for the sake of a witness. */
  private readonly order: TraceOrder;
  private readonly meter: Meter;
  /** One after the other: the head, a thread and its number of events for each thread that runs, the tail. */
  private kept = sharedWords(0);
  private used = 0;
  private readonly row: Uint32Array;

  constructor({ index, threadStart, threadEvents, columns }: TraceOrder, meter: Meter) {
    this.order = { index, threadStart, threadEvents, columns: { threads: columns.threads } };
    this.meter = meter;
    this.row = new Uint32Array(threadStart.length - 1);
  }

  /** Keeps a schedule of `length` events and gives its key; -1 if there is no memory for it. */
  add({ base, end, tail }: Schedule, length: number): number {
    let threads = 0;
    for (let t = 0; t < base.length; t++) if (base[t] !== 0) threads++;
    const key = this.used;
    const needed = key + HEAD + 2 * threads + tail.length;
    if (needed > this.kept.length) {
      const larger = this.meter.enlarged(this.kept, needed);
      if (larger === undefined) return -1;
      this.kept = larger;
    }
    const { kept } = this;
    kept.set([length, end, threads, tail.length], key);
    let at = key + HEAD;
    for (let t = 0; t < base.length; t++)
      if (base[t] !== 0) {
        kept[at++] = t;
        kept[at++] = base[t]!;
      }
    kept.set(tail, at);
    this.used = needed;
    return key;
  }

  witness(key: number): Witness {
    const length = this.kept[key]!;
    return new Witness(
      length,
      () => {
        const events = new Uint32Array(length);
        write(this.order, this.at(key), events);
        return events;
      },
      () => runs(this.order, this.at(key)),
    );
  }

  /** All that is kept. */
  get words(): Uint32Array {
    return this.kept;
  }

  private at(key: number): Schedule {
    return scheduleAt(this.kept, key, this.row);
  }
}

/** The schedule of a key in what is kept. Its base is in the row. */
export function scheduleAt(kept: Uint32Array, key: number, row: Uint32Array): Schedule {
  const tail = key + HEAD + 2 * kept[key + 2]!;
  row.fill(0);
  for (let at = key + HEAD; at < tail; at += 2) row[kept[at]!] = kept[at + 1]!;
  return { base: row, end: kept[key + 1]!, tail: kept.subarray(tail, tail + kept[key + 3]!) };
}

/** How many events of the schedule, from its first one on, come as they do in the trace. */
export function asInTrace(order: TraceOrder, { base, end }: Schedule): number {
  return Math.min(end, firstLeftOut(order, base));
}

/** Writes the schedule out, without its first `from` events, which come as they do in the trace; gives how many it writes. */
export function write(order: TraceOrder, { base, end, tail }: Schedule, to: Uint32Array, from = 0): number {
  const length = inTraceOrder(order, base, end, to, from);
  to.set(tail, length);
  return length + tail.length;
}

/** The first and the last event of each run of consecutive ones: nearly all of a schedule is the first. */
function runs(order: TraceOrder, schedule: Schedule): Uint32Array {
  const { base, end, tail } = schedule;
  const { index, columns } = order;
  const { threads } = columns;
  const found = new RunCollector();
  const first = asInTrace(order, schedule);
  if (first > 0) found.add(0, first - 1);
  for (let e = first; e < end; e++) if (index[e]! <= base[threads[e]!]!) found.add(e, e);
  for (let i = 0; i < tail.length; i++) found.add(tail[i]!, tail[i]!);
  return found.collected();
}

/** Writes the events of an ideal between two positions in the order of the trace; gives how many there are. @internal */
export function inTraceOrder(order: TraceOrder, ideal: Uint32Array, end: number, to: Uint32Array, from = 0): number {
  let most = 0;
  for (let t = 0; t < ideal.length; t++) most += ideal[t]!;
  if ((most - from) * SPARSE < end - from) return gathered(order, ideal, end, to, from);
  const { index, columns } = order;
  const { threads } = columns;
  let length = 0;
  for (let e = from; e < end; e++) if (index[e]! <= ideal[threads[e]!]!) to[length++] = e;
  return length;
}

/** The first event of the trace that is not in the ideal. Most ideals have nearly all that comes before their end. */
function firstLeftOut({ threadStart, threadEvents }: TraceOrder, ideal: Uint32Array): number {
  let first = threadEvents.length;
  for (let t = 0; t < ideal.length; t++) {
    const at = threadStart[t]! + ideal[t]!;
    if (at < threadStart[t + 1]!) first = Math.min(first, threadEvents[at]!);
  }
  return first;
}

/** The same without a look at all events. */
function gathered(
  { threadStart, threadEvents }: TraceOrder,
  ideal: Uint32Array,
  end: number,
  to: Uint32Array,
  from: number,
): number {
  let length = 0;
  for (let t = 0; t < ideal.length; t++) {
    const last = threadStart[t]! + ideal[t]!;
    const first = from === 0 ? threadStart[t]! : firstAbove(threadEvents, threadStart[t]!, last, from - 1);
    for (let i = first; i < last && threadEvents[i]! < end; i++) to[length++] = threadEvents[i]!;
  }
  to.subarray(0, length).sort();
  return length;
}
