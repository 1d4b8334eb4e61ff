// Happens-before over a chunk, left to right. Inside the chunk it is the vector-clock algorithm (ZipTrack's optimisation for runs of
// terminals, for any chunk); what stands before the chunk is unknown and kept as inputs. A summary that follows is checked by Lemma
// 3.2, per variable: a variable that is found racy is racy in the whole trace, and is left out from then on.

import { Op } from '../../trace/operation.ts';
import type { Bounds } from '../../trace/symbols.ts';
import type { Terminals } from '../compress.ts';
import type { Fold, VariableSink } from '../fold.ts';
import { Inputs, NOTHING } from '../inputs.ts';
import { Accesses, FIRST_NODE, FIRST_POSITION, NEXT, POSITION, THREAD, TIME } from './accesses.ts';
import { Clocks } from './clocks.ts';
import { type Entities, entities } from './entities.ts';
import { type HbAccesses, type HbSummary, hbCost, NO_ACCESSES } from './summary.ts';

/** What all folds of one analysis share. */
export interface HbContext {
  readonly alphabet: Terminals;
  readonly bounds: Bounds;
  readonly entities: Entities;
  /** Per variable: 1 once a race on it was reported. */
  readonly racy: Uint8Array;
  readonly report: VariableSink;
}

export function hbContext(alphabet: Terminals, bounds: Bounds, report: VariableSink): HbContext {
  return { alphabet, bounds, entities: entities(alphabet, bounds), racy: new Uint8Array(bounds.variables), report };
}

export class HbFold implements Fold<HbSummary> {
  readonly inputs: Inputs;
  private readonly context: HbContext;
  /** The whole trace: nothing stands before it, and reads that are ordered before a write are of no more interest. */
  private readonly whole: boolean;
  private readonly accesses: Accesses;
  private readonly clocks: Clocks;
  /** Per entity: the node of what has flowed into it from before the chunk. */
  private readonly nodes: Int32Array;
  private readonly acted: Uint8Array;
  private origin = 0;
  /** Of the summary that is being applied: its nodes evaluated here, and the times before it. */
  private values = new Float64Array(0);
  private mapped = new Int32Array(0);
  private readonly before: Float64Array;
  private helper: HbFold | undefined;

  constructor(context: HbContext, whole: boolean) {
    const { bounds, entities } = context;
    this.context = context;
    this.whole = whole;
    this.inputs = new Inputs(entities.count);
    this.accesses = new Accesses(bounds.variables);
    this.clocks = new Clocks(entities.count, bounds.threads);
    this.nodes = new Int32Array(entities.count);
    this.acted = new Uint8Array(bounds.threads);
    this.before = new Float64Array(bounds.threads);
  }

  begin(origin: number): void {
    this.origin = origin;
    for (const u of this.clocks.touched) this.nodes[u] = NOTHING;
    this.clocks.clear();
    this.inputs.clear();
    this.accesses.clear();
    this.acted.fill(0);
  }

  run(terminals: Uint32Array, count: number, position: number): void {
    const { acted } = this;
    const { ops, threads, targets } = this.context.alphabet;
    const { racy } = this.context;
    for (let i = 0; i < count; i++) {
      const s = terminals[i]!;
      const op = ops[s]!;
      const t = threads[s]!;
      const target = targets[s]!;
      if (acted[t] === 0) this.act(t);
      if (op > Op.write) this.step(op, t, target);
      else if (racy[target] === 1) continue;
      else if (op === Op.read) this.read(t, target, position + i);
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
    for (const t of summary.threads) if (this.acted[t] === 0) this.act(t);
    this.evaluate(summary);
    for (const t of summary.threads) this.before[t] = this.clocks.time(t, t) - 1;
    this.compare(summary.accesses, position);
    this.takeAccesses(summary.accesses, position);
    this.takeOutputs(summary);
  }

  finish(length: number): HbSummary {
    const { clocks, nodes, inputs, acted } = this;
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

  /**
   * The last accesses of B^k are in its last copy and the first ones in its first, so that one look at B·B finds every race, and only
   * the order has to be raised to the power: by squaring, without accesses.
   */
  power(summary: HbSummary, times: number, origin: number): HbSummary {
    this.helper ??= new HbFold(this.context, false);
    const { helper } = this;
    helper.begin(origin);
    helper.apply(summary, 0);
    helper.apply(summary, summary.length);
    const rest = helper.orderPower({ ...summary, accesses: NO_ACCESSES }, times - 1);
    helper.begin(origin);
    helper.apply(summary, 0);
    helper.apply(rest, summary.length);
    for (const [i, t] of summary.threads.entries()) helper.before[t] = summary.ticks[i]! * (times - 1);
    helper.accesses.shift(helper.before, summary.length * (times - 1));
    return helper.finish(summary.length * times);
  }

  cost(summary: HbSummary): number {
    return hbCost(summary);
  }

  private orderPower(order: HbSummary, times: number): HbSummary {
    let result: HbSummary | undefined;
    let square = order;
    for (let rest = times; ; rest = Math.floor(rest / 2)) {
      if (rest % 2 === 1) result = result === undefined ? square : this.product(result, square);
      if (rest <= 1) return result!;
      square = this.product(square, square);
    }
  }

  private product(first: HbSummary, second: HbSummary): HbSummary {
    this.begin(0);
    this.apply(first, 0);
    this.apply(second, first.length);
    return this.finish(first.length + second.length);
  }

  /** The thread does its first event in the chunk. */
  private act(t: number): void {
    this.acted[t] = 1;
    this.clocks.ensure(t);
    this.clocks.setTime(t, t, 1);
    this.nodes[t] = this.inputs.union(this.nodes[t]!, this.input(t));
  }

  private input(entity: number): number {
    return this.whole ? NOTHING : this.inputs.leaf(entity);
  }

  private step(op: number, t: number, target: number): void {
    const { locks, readers, volatiles } = this.context.entities;
    switch (op) {
      case Op.acquire:
        this.learn(t, locks + target);
        // By the definition; it says nothing new where the chunk has released the lock before.
        this.nodes[t] = this.inputs.union(this.nodes[t]!, this.input(locks + target));
        if (readers > 0) this.learn(t, readers + target);
        break;
      case Op.release:
      case Op.wait:
        this.hand(t, locks + target);
        if (readers > 0) {
          // The releaser knows all that they knew.
          this.clocks.ensure(readers + target);
          this.clocks.reset(readers + target);
          this.nodes[readers + target] = NOTHING;
        }
        this.tick(t);
        break;
      case Op.fork:
        this.clocks.ensure(target);
        this.clocks.join(target, t);
        this.nodes[target] = this.inputs.union(this.nodes[target]!, this.nodes[t]!);
        this.tick(t);
        break;
      case Op.join:
        this.learn(t, target);
        this.nodes[t] = this.inputs.union(this.nodes[t]!, this.input(target));
        break;
      case Op.volatileRead:
        this.learn(t, volatiles + target);
        break;
      case Op.volatileWrite:
        this.hand(t, volatiles + target);
        this.tick(t);
        break;
      case Op.acquireShared:
        this.learn(t, locks + target);
        break;
      case Op.releaseShared: {
        const entity = readers + target;
        const earlier = this.clocks.has(entity) ? this.nodes[entity]! : this.input(entity);
        this.clocks.ensure(entity);
        this.clocks.join(entity, t);
        this.nodes[entity] = this.inputs.union(earlier, this.nodes[t]!);
        this.tick(t);
      }
    }
  }

  private learn(t: number, entity: number): void {
    if (!this.clocks.has(entity)) {
      if (!this.whole) this.nodes[t] = this.inputs.union(this.nodes[t]!, this.inputs.leaf(entity));
      return;
    }
    this.clocks.join(t, entity);
    this.nodes[t] = this.inputs.union(this.nodes[t]!, this.nodes[entity]!);
  }

  private hand(t: number, entity: number): void {
    this.clocks.ensure(entity);
    this.clocks.copy(entity, t);
    this.nodes[entity] = this.nodes[t]!;
  }

  /** What the thread does from now on is not what it has handed over. */
  private tick(t: number): void {
    this.clocks.setTime(t, t, this.clocks.time(t, t) + 1);
  }

  private read(t: number, x: number, position: number): void {
    const { accesses, clocks } = this;
    const head = accesses.rowOf(x);
    let { rows } = accesses;
    const writer = rows[head + THREAD]!;
    const known = clocks.rowOf(t);
    if (writer >= 0 && clocks.words[known + writer]! < rows[head + TIME]!) {
      this.race(x, rows[head + POSITION]!, position);
      return;
    }
    let row = rows[head + NEXT]!;
    if (row < 0 || rows[row + THREAD] !== t) {
      row = accesses.readRow(head, t);
      rows = accesses.rows;
    }
    if (rows[row + TIME] === 0) {
      rows[row + FIRST_NODE] = this.nodes[t]!;
      rows[row + FIRST_POSITION] = position;
    }
    rows[row + TIME] = clocks.words[known + t]!;
    rows[row + POSITION] = position;
  }

  private write(t: number, x: number, position: number): void {
    const { accesses, clocks } = this;
    const head = accesses.rowOf(x);
    const { rows } = accesses;
    const { words } = clocks;
    const known = clocks.rowOf(t);
    const writer = rows[head + THREAD]!;
    if (writer < 0) {
      rows[head + FIRST_NODE] = this.nodes[t]!;
      rows[head + FIRST_POSITION] = position;
    } else if (words[known + writer]! < rows[head + TIME]!) {
      this.race(x, rows[head + POSITION]!, position);
      return;
    }
    const reader = rows[head + NEXT]!;
    if (reader >= 0) {
      for (let row = reader; row >= 0; row = rows[row + NEXT]!)
        if (words[known + rows[row + THREAD]!]! < rows[row + TIME]!) {
          this.race(x, rows[row + POSITION]!, position);
          return;
        }
      if (this.whole && rows[reader + NEXT]! >= 0) accesses.dropReads(head);
    }
    rows[head + THREAD] = t;
    rows[head + TIME] = words[known + t]!;
    rows[head + POSITION] = position;
  }

  private race(x: number, first: number, second: number): void {
    this.context.racy[x] = 1;
    this.context.report(this.origin + first, this.origin + second, x);
  }

  /** What each node of a summary is here: which times are known to all of its inputs together, and which inputs of ours. */
  private evaluate({ left, right }: HbSummary): void {
    const { clocks, nodes, inputs } = this;
    const width = clocks.width;
    const { locks } = this.context.entities;
    const anew = locks + this.context.bounds.locks;
    if (left.length * width > this.values.length) this.values = new Float64Array(left.length * width * 2);
    if (left.length > this.mapped.length) this.mapped = new Int32Array(left.length * 2);
    const { values, mapped } = this;
    values.fill(0, 0, width);
    mapped[0] = NOTHING;
    for (let n = 1; n < left.length; n++) {
      const a = left[n]!;
      const b = right[n]!;
      const to = n * width;
      if (b >= 0) {
        for (let t = 0; t < width; t++) values[to + t] = Math.max(values[a * width + t]!, values[b * width + t]!);
        mapped[n] = inputs.union(mapped[a]!, mapped[b]!);
      } else if (clocks.has(a)) {
        const row = clocks.rowOf(a);
        for (let t = 0; t < width; t++) values[to + t] = clocks.words[row + t]!;
        // Threads and locks stay what they are, as in the paper; a volatile or a set of readers that is written anew does not.
        mapped[n] = a < anew ? inputs.union(nodes[a]!, this.input(a)) : nodes[a]!;
      } else {
        values.fill(0, to, to + width);
        mapped[n] = this.input(a);
      }
    }
  }

  /** Lemma 3.2: the last accesses of what stands here against the first ones of what follows. */
  private compare({ count, variables, writes, firstNodes, firstPositions }: HbAccesses, position: number): void {
    const { accesses, values, clocks } = this;
    const { rows } = accesses;
    const { racy } = this.context;
    for (let i = 0; i < count; i++) {
      const x = variables[i]!;
      const head = racy[x] === 1 ? -1 : accesses.find(x);
      if (head < 0) continue;
      const known = firstNodes[i]! * clocks.width;
      const reads = writes[i] === 1 ? rows[head + NEXT]! : -1;
      if (rows[head + THREAD]! >= 0 && values[known + rows[head + THREAD]!]! < rows[head + TIME]!)
        this.race(x, rows[head + POSITION]!, position + firstPositions[i]!);
      else
        for (let row = reads; row >= 0; row = rows[row + NEXT]!)
          if (values[known + rows[row + THREAD]!]! < rows[row + TIME]!) {
            this.race(x, rows[row + POSITION]!, position + firstPositions[i]!);
            break;
          }
    }
  }

  private takeAccesses(summary: HbAccesses, position: number): void {
    const { variables, writes, threads, times, positions, firstNodes, firstPositions } = summary;
    const { accesses, before, mapped } = this;
    const { racy } = this.context;
    for (let i = 0; i < summary.count; i++) {
      const x = variables[i]!;
      if (racy[x] === 1) continue;
      const t = threads[i]!;
      let row = accesses.rowOf(x);
      if (writes[i] === 0) row = accesses.readRow(row, t);
      else if (this.whole) accesses.dropReads(row);
      const { rows } = accesses;
      if (writes[i] === 0 ? rows[row + TIME] === 0 : rows[row + THREAD]! < 0) {
        rows[row + FIRST_NODE] = mapped[firstNodes[i]!]!;
        rows[row + FIRST_POSITION] = position + firstPositions[i]!;
      }
      rows[row + THREAD] = t;
      rows[row + TIME] = before[t]! + times[i]!;
      rows[row + POSITION] = position + positions[i]!;
    }
  }

  private takeOutputs({ outputs, outputNodes, outputTimes, threads }: HbSummary): void {
    const { clocks, values, mapped, before } = this;
    const width = clocks.width;
    for (let o = 0; o < outputs.length; o++) {
      const u = outputs[o]!;
      const node = outputNodes[o]!;
      clocks.ensure(u);
      const row = clocks.rowOf(u);
      for (let t = 0; t < width; t++) clocks.words[row + t] = values[node * width + t]!;
      for (let i = 0; i < threads.length; i++) {
        const time = outputTimes[o * threads.length + i]!;
        if (time > 0) clocks.words[row + threads[i]!] = before[threads[i]!]! + time;
      }
      this.nodes[u] = mapped[node]!;
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
