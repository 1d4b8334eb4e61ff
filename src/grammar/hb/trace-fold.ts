// Happens-before over the whole trace: FastTrack on the events that no summary stands for, and Lemma 3.2 on the summaries. Unlike a
// chunk it has nothing before it, and a read that is ordered before a later access of the same kind is of no more interest.

import { Op } from '../../trace/operation.ts';
import type { Reader } from '../fold.ts';
import { ConcurrentReads } from './concurrent-reads.ts';
import type { HbContext } from './fold.ts';
import { Order } from './order.ts';
import {
  FIRST_NODE,
  FIRST_POSITION,
  type HbAccesses,
  type HbSummary,
  IS_WRITE,
  POSITION,
  ROW_SHIFT,
  THREAD as ROW_THREAD,
  TIME as ROW_TIME,
  VARIABLE,
} from './summary.ts';

/**
 * The shadow of a variable: eight words. First its last write, then a read: time (0: none yet), thread, position; then the list of
 * the other readers that are unordered with this one, or 0.
 */
const SHIFT = 3;
const TIME = 0;
const THREAD = 1;
const POSITION_WORD = 2;
const READ = 3;
const OTHERS = 6;

/** Times and positions of a trace of less than 2^32 events need half of the memory. */
type Words = Uint32Array | Float64Array;

export class TraceFold implements Reader<HbSummary> {
  private readonly context: HbContext;
  private readonly order: Order;
  private readonly shadow: Words;
  /** Above every time that a word of the shadow can have. */
  private readonly never: number;
  private readonly readers = new ConcurrentReads();

  /** For a trace of this many events. */
  constructor(context: HbContext, length: number) {
    this.context = context;
    this.order = new Order(context.entities, true);
    const words = context.bounds.variables << SHIFT;
    const short = length < 2 ** 32;
    this.shadow = short ? new Uint32Array(words) : new Float64Array(words);
    this.never = short ? 2 ** 32 - 1 : Number.POSITIVE_INFINITY;
  }

  /** Of the one trace that there is. */
  begin(): void {}

  run(terminals: Uint32Array, count: number, position: number): void {
    const { order, shadow } = this;
    const { acted, clocks } = order;
    const { rows } = clocks;
    const { terminals: alphabet } = this.context;
    let { words } = clocks;
    for (let i = 0; i < count; i++) {
      const terminal = terminals[i]! * 2;
      const target = alphabet[terminal]!;
      const op = alphabet[terminal + 1]! & 31;
      const t = alphabet[terminal + 1]! >>> 5;
      if (acted[t] === 0) {
        order.act(t);
        words = clocks.words;
      }
      if (op > Op.write) {
        order.step(op, t, target);
        words = clocks.words;
        continue;
      }
      const s = target << SHIFT;
      const row = rows[t]!;
      const now = words[row + t]!;
      // Reads stand behind writes; both share this path, so that the processor need not guess which it is.
      const own = s + READ - op * READ;
      if (shadow[own + TIME] === now && shadow[own + THREAD] === t) continue;
      if (
        words[row + shadow[s + THREAD]!]! >= shadow[s + TIME]! &&
        words[row + shadow[s + READ + THREAD]!]! >= shadow[s + READ + TIME]! &&
        shadow[s + OTHERS] === 0
      ) {
        shadow[own + TIME] = now;
        shadow[own + THREAD] = t;
        shadow[own + POSITION_WORD] = position + i;
      } else if (op === Op.read) this.read(t, target, position + i);
      else this.write(t, target, position + i);
    }
  }

  /** Only the first and the last of equal events in a row matter to the order. */
  repeat(terminal: number, times: number, position: number): void {
    const one = Uint32Array.of(terminal);
    this.run(one, 1, position);
    if (times > 1) this.run(one, 1, position + times - 1);
  }

  apply(summary: HbSummary, position: number): void {
    this.order.evaluate(summary);
    this.compare(summary.accesses, position);
    this.takeAccesses(summary.accesses, position);
    this.order.take(summary);
  }

  /** A read that the short way did not settle. */
  private read(t: number, x: number, position: number): void {
    if (this.context.racy[x] === 1) return;
    const { shadow, order } = this;
    const { words } = order.clocks;
    const s = x << SHIFT;
    const row = order.clocks.rowOf(t);
    if (shadow[s + OTHERS] !== 0 && this.readers.isKnown(shadow[s + OTHERS]!, t, words[row + t]!)) return;
    if (words[row + shadow[s + THREAD]!]! < shadow[s + TIME]!) this.race(x, shadow[s + POSITION_WORD]!, position);
    else this.putRead(s, t, words[row + t]!, position);
  }

  private write(t: number, x: number, position: number): void {
    if (this.context.racy[x] === 1) return;
    const { words } = this.order.clocks;
    const row = this.order.clocks.rowOf(t);
    if (this.isAfterAll(x, words, row, true, position)) this.putWrite(x << SHIFT, t, words[row + t]!, position);
  }

  private putWrite(s: number, t: number, time: number, position: number): void {
    const { shadow } = this;
    shadow[s + TIME] = time;
    shadow[s + THREAD] = t;
    shadow[s + POSITION_WORD] = position;
    // The reads are ordered before the write: who comes after it comes after them.
    shadow[s + READ + TIME] = 0;
    if (shadow[s + OTHERS] !== 0) this.readers.release(shadow[s + OTHERS]!);
    shadow[s + OTHERS] = 0;
  }

  /** Notes the read of a thread beside those of others; the thread that has read last stands in the shadow itself. */
  private putRead(s: number, t: number, time: number, position: number): void {
    const { shadow, readers } = this;
    if (shadow[s + READ + TIME] !== 0 && shadow[s + READ + THREAD] !== t)
      shadow[s + OTHERS] = readers.put(
        shadow[s + OTHERS]!,
        t,
        shadow[s + READ + THREAD]!,
        shadow[s + READ + TIME]!,
        shadow[s + READ + POSITION_WORD]!,
      );
    shadow[s + READ + TIME] = time;
    shadow[s + READ + THREAD] = t;
    shadow[s + READ + POSITION_WORD] = position;
  }

  /** Whether a clock covers the last write and, for a write, the reads; if not, that is a race. */
  private isAfterAll(x: number, clock: Float64Array, at: number, isWrite: boolean, position: number): boolean {
    const { shadow } = this;
    const s = x << SHIFT;
    let first = -1;
    if (clock[at + shadow[s + THREAD]!]! < shadow[s + TIME]!) first = shadow[s + POSITION_WORD]!;
    else if (isWrite) {
      if (clock[at + shadow[s + READ + THREAD]!]! < shadow[s + READ + TIME]!) first = shadow[s + READ + POSITION_WORD]!;
      else if (shadow[s + OTHERS] !== 0) first = this.readers.firstUnordered(shadow[s + OTHERS]!, clock, at);
    }
    if (first < 0) return true;
    this.race(x, first, position);
    return false;
  }

  /** Never again is anything ordered after the last write of x: all its accesses take the long way, and stop there. */
  private race(x: number, first: number, second: number): void {
    this.context.racy[x] = 1;
    this.shadow[(x << SHIFT) + TIME] = this.never;
    this.shadow[(x << SHIFT) + THREAD] = 0;
    this.context.report(first, second, x);
  }

  /** Lemma 3.2: the last accesses of what stands here against the first ones of what follows. */
  private compare({ count, rows }: HbAccesses, position: number): void {
    const { order } = this;
    const { racy } = this.context;
    const end = count << ROW_SHIFT;
    for (let row = 0; row < end; row += 1 << ROW_SHIFT) {
      const x = rows[row + VARIABLE]!;
      if (racy[x] === 1) continue;
      const at = rows[row + FIRST_NODE]! * order.clocks.width;
      this.isAfterAll(x, order.values, at, rows[row + IS_WRITE] === 1, position + rows[row + FIRST_POSITION]!);
    }
  }

  private takeAccesses({ count, rows }: HbAccesses, position: number): void {
    const { before } = this.order;
    const { racy } = this.context;
    const end = count << ROW_SHIFT;
    for (let from = 0; from < end; from += 1 << ROW_SHIFT) {
      const x = rows[from + VARIABLE]!;
      if (racy[x] === 1) continue;
      const t = rows[from + ROW_THREAD]!;
      const time = before[t]! + rows[from + ROW_TIME]!;
      const at = position + rows[from + POSITION]!;
      if (rows[from + IS_WRITE] === 1) this.putWrite(x << SHIFT, t, time, at);
      else this.putRead(x << SHIFT, t, time, at);
    }
  }
}
