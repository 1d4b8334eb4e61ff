// The accesses of a chunk that can race with what stands before and after it: per variable its heads and its tails (summary.ts). The tails are
// FastTrack's shadow, one row for the last write and a read, and a list for the other readers; only the first accesses of a variable and its first
// write have to look at the heads.
//
// Heads that are left out: a read that is ordered after an access c of its life in the chunk (what is unordered with it and writes is unordered with c,
// which is earlier), and a write after the first one. Tails that are left out: what is ordered before a later access that conflicts with as much.

import { enlarged } from '../../base/grown.ts';
import { ConcurrentReads } from '../hb/concurrent-reads.ts';
import type { Rows } from './rows.ts';

/** Words of a row: the last write, then a read, each time (0: none), thread, position; the list of other readers; bits. */
const SHIFT = 3;
export const TIME = 0;
export const THREAD = 1;
export const POSITION = 2;
export const READ = 3;
export const OTHERS = 6;
export const STATE = 7;

/** The life is open at the start and has no write yet: one would be a head. It is the code of a write, so that the loop asks with `state & op`. */
export const NO_WRITE = 1;
/** Its race is known: nothing of it matters any more. */
export const RACED = 2;
/** It began in the chunk. */
export const RENEWED = 4;

/** What is looked at seldom, half a row: the variable, the list of its heads, and the race of the life that is open at the start, or NO_RACE. */
const VARIABLE = 0;
const HEADS = 1;
const RACE_FIRST = 2;
const RACE_SECOND = 3;
const NO_RACE = -1;

/** Above all times. */
const NEVER = 0x7fff_ffff;

/** Words of a head. */
const HEAD_SHIFT = 3;
const NEXT = 0;
const IS_WRITE = 1;
const HEAD_THREAD = 2;
const HEAD_POSITION = 3;
const NODE = 4;

export class Frontier {
  /** Row 0 is no row: never ordered before anything, so that the loop need not ask. */
  rows = new Int32Array(1 << 12);
  /** Per variable: where its row is, or 0. */
  readonly index: Int32Array;
  /** Races for good: first, second, variable. */
  readonly races: number[] = [];
  private details = new Int32Array(this.rows.length >> 1);
  private used = 1;
  private heads = new Int32Array(1 << 10);
  private usedHeads = 1;
  private readonly readers = new ConcurrentReads();

  constructor(variables: number) {
    this.index = new Int32Array(variables);
    this.rows[TIME] = NEVER;
  }

  /** How many variables there are. */
  get size(): number {
    return this.used - 1;
  }

  /** The row of a variable, made if there is none. */
  row(x: number): number {
    return this.index[x] === 0 ? this.newRow(x) : this.index[x]!;
  }

  /** A read that the short way did not settle; the clock of its thread is at words[at…]. */
  read(x: number, t: number, words: Float64Array, at: number, node: number, position: number): void {
    const s = this.row(x);
    const { rows } = this;
    const state = rows[s + STATE]!;
    if ((state & RACED) !== 0) return;
    if (words[at + rows[s + THREAD]!]! < rows[s + TIME]!) {
      this.race(s, rows[s + POSITION]!, position);
      return;
    }
    const reader = s + READ;
    const isOrdered = rows[reader + TIME] !== 0 && words[at + rows[reader + THREAD]!]! >= rows[reader + TIME]!;
    if ((state & NO_WRITE) !== 0 && !isOrdered) this.addHead(s, false, t, position, node);
    this.putRead(s, t, words[at + t]!, position);
  }

  write(x: number, t: number, words: Float64Array, at: number, node: number, position: number): void {
    const s = this.row(x);
    const state = this.rows[s + STATE]!;
    if ((state & RACED) !== 0) return;
    const first = this.latest(s, words, at, true);
    if (first >= 0) {
      this.race(s, first, position);
      return;
    }
    if ((state & NO_WRITE) !== 0) this.addHead(s, true, t, position, node);
    this.putWrite(s, t, words[at + t]!, position);
  }

  /** Fresh memory: a new life. */
  renew(x: number): void {
    const s = this.row(x);
    this.rows[s + STATE] = RENEWED;
    this.rows[s + TIME] = 0;
    this.dropReads(s);
  }

  /** The latest access among the tails that conflicts with one of the kind, and that the clock does not cover; -1 if there is none. */
  latest(s: number, words: Float64Array, at: number, isWrite: boolean): number {
    const { rows } = this;
    let found = words[at + rows[s + THREAD]!]! < rows[s + TIME]! ? rows[s + POSITION]! : -1;
    if (!isWrite) return found;
    const reader = s + READ;
    if (words[at + rows[reader + THREAD]!]! < rows[reader + TIME]!) found = Math.max(found, rows[reader + POSITION]!);
    return rows[s + OTHERS] === 0 ? found : Math.max(found, this.readers.latestUnordered(rows[s + OTHERS]!, words, at));
  }

  /** The life has its race. That of a life which began before the chunk may yet be outdone by an earlier one. */
  race(s: number, first: number, second: number): void {
    const { rows, details } = this;
    const d = s >> 1;
    if ((rows[s + STATE]! & RENEWED) !== 0) this.races.push(first, second, details[d + VARIABLE]!);
    else {
      details[d + RACE_FIRST] = first;
      details[d + RACE_SECOND] = second;
    }
    this.end(s);
  }

  /** No access of the life matters any more: all take the long way, and stop there. */
  end(s: number): void {
    const { rows } = this;
    rows[s + STATE] = (rows[s + STATE]! | RACED) & ~NO_WRITE;
    rows[s + TIME] = NEVER;
    rows[s + THREAD] = 0;
    this.dropReads(s);
  }

  putWrite(s: number, t: number, time: number, position: number): void {
    const { rows } = this;
    rows[s + TIME] = time;
    rows[s + THREAD] = t;
    rows[s + POSITION] = position;
    // The reads are ordered before it.
    this.dropReads(s);
  }

  /** The thread that has read last stands in the row itself. */
  putRead(s: number, t: number, time: number, position: number): void {
    const { rows, readers } = this;
    const reader = s + READ;
    const before = rows[reader + TIME]!;
    if (before !== 0 && rows[reader + THREAD] !== t)
      rows[s + OTHERS] = readers.put(rows[s + OTHERS]!, t, rows[reader + THREAD]!, before, rows[reader + POSITION]!);
    rows[reader + TIME] = time;
    rows[reader + THREAD] = t;
    rows[reader + POSITION] = position;
  }

  /** Notes a head; a second read of a thread is ordered after its first, and none is needed after a write. */
  addHead(s: number, isWrite: boolean, thread: number, position: number, node: number): void {
    const d = s >> 1;
    if (!isWrite)
      for (let h = this.details[d + HEADS]!; h !== 0; h = this.heads[h + NEXT]!)
        if (this.heads[h + HEAD_THREAD] === thread) return;
    const h = this.usedHeads++ << HEAD_SHIFT;
    if (h >= this.heads.length) this.heads = enlarged(this.heads, h + 1);
    const { heads, details } = this;
    heads[h + NEXT] = details[d + HEADS]!;
    heads[h + IS_WRITE] = isWrite ? 1 : 0;
    heads[h + HEAD_THREAD] = thread;
    heads[h + HEAD_POSITION] = position;
    heads[h + NODE] = node;
    details[d + HEADS] = h;
    if (isWrite) this.rows[s + STATE]! &= ~NO_WRITE;
  }

  /** The rows in the order of their variables. */
  sortedRows(): Int32Array {
    const { details, index } = this;
    const sorted = new Int32Array(this.size);
    for (let n = 0; n < sorted.length; n++) sorted[n] = details[((n + 1) << (SHIFT - 1)) + VARIABLE]!;
    sorted.sort();
    for (let n = 0; n < sorted.length; n++) sorted[n] = index[sorted[n]!]!;
    return sorted;
  }

  variableOf(s: number): number {
    return this.details[(s >> 1) + VARIABLE]!;
  }

  /** The race of the life that is open at the start, if it has one. */
  openRace(s: number): readonly [first: number, second: number] | undefined {
    const d = s >> 1;
    return this.details[d + RACE_SECOND] === NO_RACE
      ? undefined
      : [this.details[d + RACE_FIRST]!, this.details[d + RACE_SECOND]!];
  }

  /** Writes the heads of a row, reads before the write, with the nodes of the fold. */
  writeHeads(s: number, to: Rows): void {
    this.writeHeadsFrom(this.details[(s >> 1) + HEADS]!, to);
  }

  /** The list begins with the latest. It is as long as there are threads at most. */
  private writeHeadsFrom(h: number, to: Rows): void {
    if (h === 0) return;
    const { heads } = this;
    this.writeHeadsFrom(heads[h + NEXT]!, to);
    to.add(heads[h + IS_WRITE]!, heads[h + HEAD_THREAD]!, heads[h + HEAD_POSITION]!, heads[h + NODE]!);
  }

  /** The write before the reads. */
  writeTails(s: number, to: Rows): void {
    const { rows } = this;
    if ((rows[s + STATE]! & RACED) !== 0) return;
    const written = rows[s + TIME] === 0 ? -1 : rows[s + POSITION]!;
    if (written >= 0) to.add(1, rows[s + THREAD]!, written, rows[s + TIME]!);
    const reader = s + READ;
    // What was read before the write is ordered before it.
    if (rows[reader + TIME] !== 0 && rows[reader + POSITION]! > written)
      to.add(0, rows[reader + THREAD]!, rows[reader + POSITION]!, rows[reader + TIME]!);
    if (rows[s + OTHERS] !== 0)
      this.readers.each(rows[s + OTHERS]!, (thread, time, position) => to.add(0, thread, position, time));
  }

  private dropReads(s: number): void {
    const { rows } = this;
    rows[s + READ + TIME] = 0;
    rows[s + READ + THREAD] = 0;
    if (rows[s + OTHERS] !== 0) this.readers.release(rows[s + OTHERS]!);
    rows[s + OTHERS] = 0;
  }

  private newRow(x: number): number {
    const s = this.used++ << SHIFT;
    if (s >= this.rows.length) {
      this.rows = enlarged(this.rows, s + 1);
      this.details = enlarged(this.details, this.rows.length >> 1);
    }
    this.rows[s + STATE] = NO_WRITE;
    this.details[(s >> 1) + VARIABLE] = x;
    this.details[(s >> 1) + RACE_SECOND] = NO_RACE;
    this.index[x] = s;
    return s;
  }
}
