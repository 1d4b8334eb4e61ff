// Happens-before over a chunk, left to right. Inside the chunk it is the vector-clock algorithm (ZipTrack's optimisation for runs of
// terminals, for any chunk); what stands before the chunk is unknown and kept as inputs. A summary that follows is checked by Lemma
// 3.2, per variable: a variable that is found racy is racy in the whole trace, and is left out from then on.

import { Op } from '../../trace/operation.ts';
import type { Bounds } from '../../trace/symbols.ts';
import type { Terminals } from '../compress.ts';
import type { Fold, VariableSink } from '../fold.ts';
import { type Inputs, NOTHING } from '../inputs.ts';
import { Accesses, NEXT, R_POSITION, R_THREAD, R_TIME, W_POSITION, W_THREAD, W_TIME } from './accesses.ts';
import { type Entities, entities } from './entities.ts';
import { Order } from './order.ts';
import { appendCopies } from './power.ts';
import type { HbAccesses, HbSummary } from './summary.ts';

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
  /** The whole trace: reads that are ordered before a write are of no more interest. */
  private readonly whole: boolean;
  private readonly accesses: Accesses;
  private readonly order: Order;
  private origin = 0;
  /** For powers. */
  private helper: HbFold | undefined;

  constructor(context: HbContext, whole: boolean) {
    this.context = context;
    this.whole = whole;
    this.accesses = new Accesses(context.bounds.variables, whole);
    this.order = new Order(context.entities, whole);
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
      if (index[target] !== 0 && rows[own] === t && rows[own + W_TIME] === words[clocks.rowOf(t) + t]!) {
        rows[own + W_POSITION] = position + i;
        continue;
      }
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
    const { clocks, nodes, inputs, acted } = this.order;
    const outputs = Int32Array.from(clocks.touched);
    const outputNodes = outputs.map((u) => nodes[u]!);
    const accesses = this.accesses.columns(this.context.racy);
    const { left, right, names } = compacted(inputs, outputNodes, accesses.firstNodes);
    const threads = Int32Array.from(acted.keys()).filter((t) => acted[t] === 1);
    const outputTimes = new Float64Array(outputs.length * threads.length);
    let at = 0;
    for (const u of outputs) for (const t of threads) outputTimes[at++] = clocks.time(u, t);
    return {
      length,
      left,
      right,
      threads,
      ticks: Float64Array.from(threads, (t) => clocks.time(t, t) - 1),
      outputs,
      outputNodes: outputNodes.map((node) => names[node]!),
      outputTimes,
      accesses: { ...accesses, firstNodes: accesses.firstNodes.map((node) => names[node]!) },
    };
  }

  /** The last accesses of B^k are in its last copy and the first ones in its first: one look at B·B finds every race. */
  power(summary: HbSummary, times: number, origin: number): HbSummary {
    this.helper ??= new HbFold(this.context, false);
    const { helper } = this;
    helper.begin(origin);
    helper.apply(summary, 0);
    helper.apply(summary, summary.length);
    appendCopies(helper.order, summary, 2, times);
    const moved = new Float64Array(this.context.bounds.threads);
    for (const [i, t] of summary.threads.entries()) moved[t] = summary.ticks[i]! * (times - 2);
    helper.accesses.shift(moved, summary.length * (times - 2));
    return helper.finish(summary.length * times);
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
    if (this.whole && accesses.rows[head + NEXT]! >= 0) accesses.dropReads(head);
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
  private compare({ count, variables, writes, firstNodes, firstPositions }: HbAccesses, position: number): void {
    const { accesses, order } = this;
    const { racy } = this.context;
    for (let i = 0; i < count; i++) {
      const x = variables[i]!;
      const head = accesses.index[x]! - 1;
      if (head < 0 || racy[x] === 1) continue;
      const at = firstNodes[i]! * order.clocks.width;
      this.isAfterAll(x, head, order.values, at, writes[i] === 1, position + firstPositions[i]!);
    }
  }

  private takeAccesses(summary: HbAccesses, position: number): void {
    const { variables, writes, threads, times, positions, firstNodes, firstPositions } = summary;
    const { accesses } = this;
    const { before, mapped } = this.order;
    const { racy } = this.context;
    for (let i = 0; i < summary.count; i++) {
      const x = variables[i]!;
      if (racy[x] === 1) continue;
      const t = threads[i]!;
      const row = accesses.rowOf(x);
      const node = mapped[firstNodes[i]!]!;
      const at = position + positions[i]!;
      const first = position + firstPositions[i]!;
      if (writes[i] === 1) accesses.putWrite(row, t, before[t]! + times[i]!, at, node, first);
      else accesses.putRead(accesses.readRow(row, t), t, before[t]! + times[i]!, at, node, first);
    }
  }
}

/** The nodes that are needed, in order, and the new name of each. */
function compacted(inputs: Inputs, ...needed: Int32Array[]) {
  const used = new Uint8Array(inputs.size);
  used[NOTHING] = 1;
  for (const nodes of needed) for (const node of nodes) used[node] = 1;
  for (let n = inputs.size - 1; n > 0; n--) {
    if (used[n] === 0 || inputs.right[n]! < 0) continue;
    used[inputs.left[n]!] = 1;
    used[inputs.right[n]!] = 1;
  }
  const names = new Int32Array(inputs.size);
  const left: number[] = [];
  const right: number[] = [];
  for (let n = 0; n < inputs.size; n++) {
    if (used[n] === 0) continue;
    names[n] = left.length;
    const leaf = inputs.right[n]! < 0;
    left.push(leaf ? inputs.left[n]! : names[inputs.left[n]!]!);
    right.push(leaf ? -1 : names[inputs.right[n]!]!);
  }
  return { left: Int32Array.from(left), right: Int32Array.from(right), names };
}
