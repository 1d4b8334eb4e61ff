// Happens-before over a chunk, left to right. Inside the chunk it is the vector-clock algorithm (ZipTrack's optimisation for runs of
// terminals, for any chunk); what stands before the chunk is unknown and kept as inputs. A summary that follows is checked by Lemma
// 3.2, per variable: a variable that is found racy is racy in the whole trace, and is left out from then on.

import { Op } from '../../trace/operation.ts';
import type { Bounds } from '../../trace/symbols.ts';
import type { Terminals } from '../compress.ts';
import type { Fold, VariableSink } from '../fold.ts';
import { Accesses, NEXT, R_POSITION, R_THREAD, R_TIME, W_POSITION, W_THREAD, W_TIME } from './accesses.ts';
import { type Entities, entities } from './entities.ts';
import { NodeNames } from './node-names.ts';
import { Order } from './order.ts';
import { Copies } from './power.ts';
import { Room } from './room.ts';
import {
  FIRST_NODE,
  FIRST_POSITION,
  type HbAccesses,
  type HbSummary,
  IS_WRITE,
  newSummary,
  POSITION,
  ROW_SHIFT,
  summaryBytes,
  THREAD,
  TIME,
  VARIABLE,
} from './summary.ts';

/** What all folds of one analysis share. */
export interface HbContext {
  /** Per terminal two words: its target, and its thread * 32 + its operation. Three columns cost three cache misses, these one. */
  readonly terminals: Int32Array;
  readonly bounds: Bounds;
  readonly entities: Entities;
  /** Per variable: 1 once a race on it was reported. */
  readonly racy: Uint8Array;
  readonly report: VariableSink;
}

export function hbContext(alphabet: Terminals, bounds: Bounds, report: VariableSink): HbContext {
  const { size, ops, threads, targets } = alphabet;
  const terminals = new Int32Array(size * 2);
  for (let s = 0; s < size; s++) {
    terminals[s * 2] = targets[s]!;
    terminals[s * 2 + 1] = threads[s]! * 32 + ops[s]!;
  }
  return { terminals, bounds, entities: entities(alphabet, bounds), racy: new Uint8Array(bounds.variables), report };
}

export class HbFold implements Fold<HbSummary> {
  private readonly context: HbContext;
  private readonly accesses: Accesses;
  private readonly order: Order;
  private origin = 0;
  private readonly names = new NodeNames();
  private readonly room = new Room();
  private readonly passing = new Room();
  /** For powers. */
  private helper: HbFold | undefined;
  private readonly copies: Copies;

  constructor(context: HbContext) {
    this.context = context;
    this.accesses = new Accesses(context.bounds.variables);
    this.order = new Order(context.entities, false);
    this.copies = new Copies(context.bounds.threads);
  }

  begin(origin: number): void {
    this.origin = origin;
    this.order.clear();
    this.accesses.clear();
  }

  run(terminals: Uint32Array, count: number, position: number): void {
    const { order, accesses } = this;
    const { acted, clocks } = order;
    const { index } = accesses;
    const { racy, terminals: alphabet } = this.context;
    let { words } = clocks;
    let { rows } = accesses;
    for (let i = 0; i < count; i++) {
      const s = terminals[i]! * 2;
      const target = alphabet[s]!;
      const op = alphabet[s + 1]! & 31;
      const t = alphabet[s + 1]! >>> 5;
      if (acted[t] === 0) {
        order.act(t);
        words = clocks.words;
      }
      if (op > Op.write) {
        order.step(op, t, target);
        words = clocks.words;
        continue;
      }
      if (racy[target] === 1) continue;
      // An access again since the thread handed its clock on: nothing to compare. `op * R_THREAD` because reads stand behind writes.
      const own = index[target]! - 1 + R_THREAD - op * R_THREAD;
      if (index[target] !== 0 && rows[own] === t && rows[own + W_TIME] === words[clocks.rowOf(t) + t]!) continue;
      if (op === Op.read) this.read(t, target, position + i);
      else this.write(t, target, position + i);
      rows = accesses.rows;
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

  cost(): number {
    const { clocks, inputs } = this.order;
    return 4 + inputs.size + clocks.touched.length * (1 + clocks.width / 4) + this.accesses.size * 1.5;
  }

  finish(length: number): HbSummary {
    return this.summary(length, false);
  }

  /**
   * The last accesses of B^k are in its last copy and the first ones in its first: one look at B·B finds every race, and one thread has
   * none with itself.
   */
  power(summary: HbSummary, times: number, origin: number): HbSummary {
    this.helper ??= new HbFold(this.context);
    const { helper, copies } = this;
    const { order, accesses } = helper;
    helper.begin(origin);
    order.evaluate(summary);
    helper.takeAccesses(summary.accesses, 0);
    order.take(summary);
    order.evaluate(summary);
    if (summary.threads.length > 1) helper.compare(summary.accesses, summary.length);
    order.take(summary);
    copies.append(order, summary, times);
    accesses.shift(copies.ticks, times - 1, summary.length);
    return helper.summary(summary.length * times, true);
  }

  /** A passing one is valid until the next passing one is made. */
  private summary(length: number, passing: boolean): HbSummary {
    const { order, accesses, names } = this;
    const { clocks, nodes, inputs } = order;
    const { racy } = this.context;
    const { touched } = clocks;
    names.begin(inputs);
    for (let o = 0; o < touched.length; o++) names.of[nodes[touched[o]!]!] = 1;
    const rows = accesses.mark(racy, names.of);
    const sizes = { nodes: names.count(inputs), threads: order.actorCount, outputs: touched.length, accesses: rows };
    const room = passing ? this.passing : this.room;
    if (passing) room.reuse(summaryBytes(sizes));
    else room.take(summaryBytes(sizes));
    const made = newSummary(length, sizes, room.piece, room.start);
    order.write(names, made);
    accesses.sumUp(racy, names.of, made.accesses.rows);
    return made;
  }

  private read(t: number, x: number, position: number): void {
    const { accesses, order } = this;
    const head = accesses.rowOf(x);
    const { words } = order.clocks;
    const known = order.clocks.rowOf(t);
    const writer = accesses.rows[head + W_THREAD]!;
    if (writer >= 0 && words[known + writer]! < accesses.rows[head + W_TIME]!)
      this.race(x, accesses.rows[head + W_POSITION]!, position);
    else accesses.putRead(accesses.readRow(head, t), t, words[known + t]!, position, order.nodes[t]!, position);
  }

  private write(t: number, x: number, position: number): void {
    const { accesses, order } = this;
    const head = accesses.rowOf(x);
    const { words } = order.clocks;
    const known = order.clocks.rowOf(t);
    if (!this.isAfterAll(x, head, words, known, true, position)) return;
    accesses.putWrite(head, t, words[known + t]!, position, order.nodes[t]!, position);
  }

  /** Whether a clock covers the last write and, for a write, the last reads in the row; if not, that is a race. */
  private isAfterAll(x: number, head: number, clock: Float64Array, at: number, isWrite: boolean, position: number): boolean {
    const { rows } = this.accesses;
    const writer = rows[head + W_THREAD]!;
    if (writer >= 0 && clock[at + writer]! < rows[head + W_TIME]!) {
      this.race(x, rows[head + W_POSITION]!, position);
      return false;
    }
    if (!isWrite) return true;
    for (let row = head; row >= 0; row = rows[row + NEXT]!) {
      const reader = rows[row + R_THREAD]!;
      if (reader >= 0 && clock[at + reader]! < rows[row + R_TIME]!) {
        this.race(x, rows[row + R_POSITION]!, position);
        return false;
      }
    }
    return true;
  }

  private race(x: number, first: number, second: number): void {
    this.context.racy[x] = 1;
    this.context.report(this.origin + first, this.origin + second, x);
  }

  /** Lemma 3.2: the last accesses of what stands here against the first ones of what follows. */
  private compare({ count, rows }: HbAccesses, position: number): void {
    const { accesses, order } = this;
    const { racy } = this.context;
    const end = count << ROW_SHIFT;
    for (let row = 0; row < end; row += 1 << ROW_SHIFT) {
      const x = rows[row + VARIABLE]!;
      const head = accesses.index[x]! - 1;
      if (head < 0 || racy[x] === 1) continue;
      const at = rows[row + FIRST_NODE]! * order.clocks.width;
      this.isAfterAll(x, head, order.values, at, rows[row + IS_WRITE] === 1, position + rows[row + FIRST_POSITION]!);
    }
  }

  private takeAccesses({ count, rows }: HbAccesses, position: number): void {
    const { accesses } = this;
    const { before, mapped } = this.order;
    const { racy } = this.context;
    const end = count << ROW_SHIFT;
    for (let from = 0; from < end; from += 1 << ROW_SHIFT) {
      const x = rows[from + VARIABLE]!;
      if (racy[x] === 1) continue;
      const t = rows[from + THREAD]!;
      const row = accesses.rowOf(x);
      const node = mapped[rows[from + FIRST_NODE]!]!;
      const time = before[t]! + rows[from + TIME]!;
      const at = position + rows[from + POSITION]!;
      const first = position + rows[from + FIRST_POSITION]!;
      if (rows[from + IS_WRITE] === 1) accesses.putWrite(row, t, time, at, node, first);
      else accesses.putRead(accesses.readRow(row, t), t, time, at, node, first);
    }
  }
}
