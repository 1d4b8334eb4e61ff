// Merges the logs of all threads by time into one order that a program could have run in: a thread's records stay in their order,
// come after its fork, and before its join. Gives its sink runs of records, not single ones.
//
// It ends where the first log stops before its thread did: what that thread did next is not known, so neither is what orders the others.

import { Raw } from '../format.ts';
import { RawLog } from './raw-log.ts';
import { kindOf, RANKS, timeOf, WORDS, wordsOf } from './raw-record.ts';
import type { Scan } from './scan.ts';

export interface RecordSink {
  /** Takes the whole records words[from..to) of one thread, stamps among them. */
  records(thread: number, words: Uint32Array, from: number, to: number): void;
}

/** Times and ranks make one key. */
const RANK_FACTOR = 4;
const BUFFERED_RECORDS = 1 << 22;
const MOST_PIECE_RECORDS = 1 << 14;
const LEAST_PIECE_RECORDS = 1 << 8;

/** Per kind of record: 1 if a run of records ends before it. */
const IS_BOUNDARY: Uint8Array = new Uint8Array(256);
for (const kind of [Raw.fork, Raw.join, Raw.stopped]) IS_BOUNDARY[kind] = 1;

export class Merge {
  /** Ready logs, a heap by key. */
  private readonly heap: RawLog[] = [];
  /** Logs that wait for their fork, by thread number. */
  private readonly unborn = new Map<number, RawLog>();
  /** Logs that are not read to their end, by thread number. */
  private readonly unfinished = new Map<number, RawLog>();
  /** Thread number → logs that wait for its end, at their join. */
  private readonly joiners = new Map<number, RawLog[]>();
  /** Threads that have a log, if recording stopped: then one that has none could not get any. */
  private readonly logged: ReadonlySet<number> | undefined;
  private readonly sink: RecordSink;
  /** The log whose turn was not over when the budget was. */
  private interrupted: RawLog | undefined;
  private readonly end: End = { kind: 0, time: 0, key: 0 };
  /** Records that were handed on so far. */
  taken = 0;

  constructor({ threads, forked, stopped }: Scan, sink: RecordSink) {
    this.sink = sink;
    const withLog = threads.filter(({ records }) => records > 0).map(({ number }) => number);
    this.logged = stopped?.by === 'system' ? new Set(withLog) : undefined;
    const piece = Math.max(
      LEAST_PIECE_RECORDS,
      Math.min(MOST_PIECE_RECORDS, Math.floor(BUFFERED_RECORDS / (threads.length + 1))),
    );
    threads.forEach((file, index) => {
      const log = new RawLog(file, index, piece);
      this.unfinished.set(file.number, log);
      if (forked.has(file.number)) this.unborn.set(file.number, log);
      else this.start(log);
    });
  }

  /** Hands on about so many records. False once all are. */
  run(budget: number): boolean {
    for (let left = budget; left > 0; ) {
      const log = this.interrupted ?? (this.heap.length > 0 ? this.pop() : this.forced());
      if (log === undefined) return false;
      this.interrupted = undefined;
      left -= this.advance(log, this.heap[0] ?? NOBODY, left);
    }
    return true;
  }

  /** Hands on records of the log while no other log's turn comes and the budget lasts; the number of records. */
  private advance(log: RawLog, { key: limit, index }: Turn, budget: number): number {
    // Of two at one time and rank the thread with the smaller number is first.
    const most = log.index < index ? limit : limit - 1;
    let count = 0;
    while (log.fill()) {
      const { words, last, at: from } = log;
      pass(log, most, this.end);
      const { at } = log;
      const { kind, time, key } = this.end;
      if (at > from) this.sink.records(log.index, words, from, at);
      count += (at - from) / WORDS;
      this.taken += (at - from) / WORDS;
      if (at > last) {
        if (count < budget) continue;
        this.interrupted = log;
        return count;
      }
      if (key > most) {
        log.key = key;
        this.push(log);
        return count + 1;
      }
      const other = words[at]!;
      if (kind === Raw.join && this.unfinished.has(other) && other !== log.file.number) {
        log.key = time * RANK_FACTOR;
        this.waitForEnd(log, other);
        return count + 1;
      }
      log.at = at + WORDS;
      log.time = time;
      this.taken++;
      this.sink.records(log.index, words, at, at + WORDS);
      if (kind === Raw.stopped || (kind === Raw.fork && this.logged?.has(other) === false)) {
        this.stop();
        return count + 1;
      }
      if (kind === Raw.fork && this.born(other)) {
        log.key = time * RANK_FACTOR;
        this.push(log);
        return count + 1;
      }
    }
    this.finish(log);
    return count + 1;
  }

  /** Starts the log of a thread that was forked just now, if there is one. */
  private born(number: number): boolean {
    const child = this.unborn.get(number);
    if (child === undefined) return false;
    this.unborn.delete(number);
    this.start(child);
    return true;
  }

  private start(log: RawLog): void {
    if (!log.fill()) {
      this.finish(log);
      return;
    }
    log.key = timeOf(kindOf(log.words[log.at + 1]!), log.words, log.at, 0) * RANK_FACTOR;
    this.push(log);
  }

  private stop(): void {
    this.heap.length = 0;
    this.unborn.clear();
    this.joiners.clear();
  }

  private waitForEnd(log: RawLog, other: number): void {
    const waiting = this.joiners.get(other);
    if (waiting === undefined) this.joiners.set(other, [log]);
    else waiting.push(log);
  }

  private finish(log: RawLog): void {
    const { number } = log.file;
    this.unfinished.delete(number);
    for (const joiner of this.joiners.get(number) ?? []) this.push(joiner);
    this.joiners.delete(number);
  }

  /**
   * Nothing is ready: every log left waits for a fork or an end that cannot come, which only damaged logs do. The earliest goes on
   * all the same, a thread that was not forked first.
   */
  private forced(): RawLog | undefined {
    const earliest = [...this.unborn.values()].sort((a, b) => a.index - b.index)[0];
    if (earliest !== undefined) {
      this.born(earliest.file.number);
      return this.heap.length > 0 ? this.pop() : this.forced();
    }
    const [number] = this.joiners.keys();
    if (number === undefined) return undefined;
    const waiting = this.joiners.get(number)!;
    this.joiners.delete(number);
    this.unfinished.delete(number);
    for (const log of waiting) this.push(log);
    return this.pop();
  }

  private push(log: RawLog): void {
    const { heap } = this;
    let at = heap.length;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (!precedes(log, heap[parent]!)) break;
      heap[at] = heap[parent]!;
      at = parent;
    }
    heap[at] = log;
  }

  private pop(): RawLog {
    const { heap } = this;
    const first = heap[0]!;
    const last = heap.pop()!;
    const { length } = heap;
    if (length === 0) return first;
    let at = 0;
    for (;;) {
      let child = 2 * at + 1;
      if (child >= length) break;
      if (child + 1 < length && precedes(heap[child + 1]!, heap[child]!)) child++;
      if (!precedes(heap[child]!, last)) break;
      heap[at] = heap[child]!;
      at = child;
    }
    heap[at] = last;
    return first;
  }
}

/** The record that ends a run of them. */
interface End {
  kind: number;
  time: number;
  key: number;
}

/** Goes on to the first record whose key is above `most`, or that is taken by itself. Apart, and small: V8 optimised the loop with all that is around it a
 * dozen times, for 0.4 s, in a run of a second. */
function pass(log: RawLog, most: number, end: End): void {
  const { words, last } = log;
  let { at, time: before } = log;
  while (at <= last) {
    const kind = kindOf(words[at + 1]!);
    const time = timeOf(kind, words, at, before);
    const key = time * RANK_FACTOR + RANKS[kind]!;
    if (key > most || IS_BOUNDARY[kind] === 1) {
      end.kind = kind;
      end.time = time;
      end.key = key;
      break;
    }
    before = time;
    at += wordsOf(kind, words[at + 3]!);
  }
  log.at = at;
  log.time = before;
}

/** Whose turn a log's is: an earlier one comes first. */
type Turn = Pick<RawLog, 'key' | 'index'>;
const NOBODY: Turn = { key: Number.POSITIVE_INFINITY, index: 0 };

function precedes(a: Turn, b: Turn): boolean {
  return a.key < b.key || (a.key === b.key && a.index < b.index);
}
