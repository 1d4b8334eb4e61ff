// The order that the events of a chunk make: a vector clock per entity for what the chunk itself did, a node of inputs for what has
// flowed in from before it. Takes events and summaries.

import { Op } from '../../trace/operation.ts';
import { Inputs, NOTHING } from '../inputs.ts';
import { Clocks } from './clocks.ts';
import type { Entities } from './entities.ts';
import type { NodeNames } from './node-names.ts';
import type { OrderSummary } from './summary.ts';

export class Order {
  readonly inputs: Inputs;
  readonly clocks: Clocks;
  /** Per entity: the node of what has flowed into it from before the chunk. */
  readonly nodes: Int32Array;
  /** Per thread: 1 once it has done something in the chunk. */
  readonly acted: Uint8Array;
  actorCount = 0;
  /** Of the summary that is being applied: per node the clock that it stands for here, and our node; per thread the time before it. */
  values = new Float64Array(0);
  mapped = new Int32Array(0);
  readonly before: Float64Array;
  private readonly entities: Entities;
  /** Nothing stands before the chunk: it is the whole trace. */
  private readonly whole: boolean;

  constructor(entities: Entities, whole: boolean) {
    this.entities = entities;
    this.whole = whole;
    this.inputs = new Inputs(entities.count);
    this.clocks = new Clocks(entities.count, entities.threads);
    this.nodes = new Int32Array(entities.count);
    this.acted = new Uint8Array(entities.threads);
    this.before = new Float64Array(entities.threads);
  }

  clear(): void {
    const { acted, nodes } = this;
    const { touched } = this.clocks;
    for (let i = 0; i < touched.length; i++) nodes[touched[i]!] = NOTHING;
    for (let i = 0; i < touched.length; i++) if (touched[i]! < acted.length) acted[touched[i]!] = 0;
    this.clocks.clear();
    this.inputs.clear();
    this.actorCount = 0;
  }

  /** The thread does its first event in the chunk. */
  act(t: number): void {
    this.acted[t] = 1;
    this.actorCount++;
    this.clocks.ensure(t);
    this.clocks.setTime(t, t, 1);
    this.nodes[t] = this.inputs.union(this.nodes[t]!, this.input(t));
  }

  /** Fills a summary that has room for all that there is; the nodes have their names. */
  write(names: NodeNames, { left, right, threads, ticks, outputs, outputNodes, outputTimes }: OrderSummary): void {
    const { clocks, nodes, inputs } = this;
    const { touched } = clocks;
    names.write(inputs, left, right);
    this.writeActors(threads);
    let at = 0;
    for (let o = 0; o < touched.length; o++) {
      const u = touched[o]!;
      outputs[o] = u;
      outputNodes[o] = names.of[nodes[u]!]!;
      const row = clocks.rowOf(u);
      for (let i = 0; i < threads.length; i++) outputTimes[at++] = clocks.words[row + threads[i]!]!;
    }
    for (let i = 0; i < threads.length; i++) ticks[i] = clocks.time(threads[i]!, threads[i]!) - 1;
  }

  /** The threads that have done something, in order. */
  private writeActors(to: Int32Array): void {
    const { acted } = this;
    for (let t = 0, i = 0; i < to.length; t++) if (acted[t] === 1) to[i++] = t;
  }

  step(op: number, t: number, target: number): void {
    const { locks, readers, volatiles, addsUp } = this.entities;
    switch (op) {
      case Op.acquire:
        this.learn(t, locks + target);
        // By the definition; it says nothing new where the chunk has released the lock before.
        this.nodes[t] = this.inputs.union(this.nodes[t]!, this.input(locks + target));
        if (readers > 0) this.learn(t, readers + target);
        break;
      case Op.release:
      case Op.wait:
        this.handOver(t, locks + target);
        if (readers > 0) this.forget(readers + target);
        break;
      case Op.fork:
        this.give(t, target);
        break;
      case Op.join:
        this.learn(t, target);
        this.nodes[t] = this.inputs.union(this.nodes[t]!, this.input(target));
        break;
      case Op.volatileRead:
        this.learn(t, volatiles + target);
        break;
      case Op.volatileWrite:
        if (addsUp) this.add(t, volatiles + target);
        else this.handOver(t, volatiles + target);
        break;
      case Op.acquireShared:
        this.learn(t, locks + target);
        break;
      case Op.releaseShared:
        this.add(t, readers + target);
        break;
    }
  }

  /** First part of taking a summary: what each of its nodes is here, and what time it is. */
  evaluate({ left, right, threads }: OrderSummary): void {
    const { clocks, before } = this;
    const { width } = clocks;
    for (let i = 0; i < threads.length; i++) {
      const t = threads[i]!;
      if (this.acted[t] === 0) this.act(t);
      before[t] = clocks.time(t, t) - 1;
    }
    if (left.length * width > this.values.length) this.values = new Float64Array(left.length * width * 2);
    const { values } = this;
    const { words, rows } = clocks;
    // Loops, not `fill`: to call it takes longer than to write a few words.
    for (let t = 0; t < width; t++) values[t] = 0;
    for (let n = 1, to = width; n < left.length; n++, to += width) {
      const a = left[n]!;
      if (right[n]! >= 0) {
        const [x, y] = [a * width, right[n]! * width];
        for (let t = 0; t < width; t++) values[to + t] = Math.max(values[x + t]!, values[y + t]!);
      } else {
        const row = rows[a]!;
        if (row < 0) for (let t = 0; t < width; t++) values[to + t] = 0;
        else for (let t = 0; t < width; t++) values[to + t] = words[row + t]!;
      }
    }
    if (!this.whole) this.map(left, right);
  }

  private map(left: Int32Array, right: Int32Array): void {
    const { clocks, nodes, inputs } = this;
    const { anew } = this.entities;
    if (left.length > this.mapped.length) this.mapped = new Int32Array(left.length * 2);
    const { mapped } = this;
    mapped[0] = NOTHING;
    for (let n = 1; n < left.length; n++) {
      const a = left[n]!;
      const b = right[n]!;
      if (b >= 0) mapped[n] = inputs.union(mapped[a]!, mapped[b]!);
      else if (!clocks.has(a)) mapped[n] = inputs.leaf(a);
      // Threads and locks stay what they are, as in the paper; a volatile or a set of readers that is written anew does not.
      else mapped[n] = a < anew ? inputs.union(nodes[a]!, inputs.leaf(a)) : nodes[a]!;
    }
  }

  /** Last part of taking a summary: the clocks that it sets. */
  take({ outputs, outputNodes, outputTimes, threads }: OrderSummary): void {
    const { clocks, values, mapped, before, whole } = this;
    const { width } = clocks;
    for (let o = 0; o < outputs.length; o++) {
      const u = outputs[o]!;
      const node = outputNodes[o]!;
      clocks.ensure(u);
      const row = clocks.rowOf(u);
      const { words } = clocks;
      for (let t = 0; t < width; t++) words[row + t] = values[node * width + t]!;
      for (let i = 0; i < threads.length; i++) {
        const time = outputTimes[o * threads.length + i]!;
        if (time > 0) words[row + threads[i]!] = before[threads[i]!]! + time;
      }
      if (!whole) this.nodes[u] = mapped[node]!;
    }
  }

  private input(entity: number): number {
    return this.whole ? NOTHING : this.inputs.leaf(entity);
  }

  /** The thread comes to know what the entity knows. */
  learn(t: number, entity: number): void {
    if (!this.clocks.has(entity)) {
      if (!this.whole) this.nodes[t] = this.inputs.union(this.nodes[t]!, this.inputs.leaf(entity));
      return;
    }
    this.clocks.join(t, entity);
    this.nodes[t] = this.inputs.union(this.nodes[t]!, this.nodes[entity]!);
  }

  /** The entity knows what the thread knows, and nothing else. */
  handOver(t: number, entity: number): void {
    this.copy(entity, t);
    this.tick(t);
  }

  /** The entity knows what the other one knows, and nothing else. */
  copy(entity: number, from: number): void {
    this.clocks.ensure(entity);
    this.clocks.copy(entity, from);
    this.nodes[entity] = this.nodes[from]!;
  }

  /** The entity comes to know what the thread knows. */
  private give(t: number, entity: number): void {
    this.clocks.ensure(entity);
    this.clocks.join(entity, t);
    this.nodes[entity] = this.inputs.union(this.nodes[entity]!, this.nodes[t]!);
    this.tick(t);
  }

  /** The same of an entity that may know something from before the chunk. */
  add(t: number, entity: number): void {
    if (!this.clocks.has(entity)) this.nodes[entity] = this.input(entity);
    this.give(t, entity);
  }

  /** Nobody has to ask the readers any more: who releases the lock knows all that they knew. */
  private forget(readers: number): void {
    this.clocks.ensure(readers);
    this.clocks.reset(readers);
    this.nodes[readers] = NOTHING;
  }

  /** What the thread does from now on is not what it has handed over. */
  private tick(t: number): void {
    this.clocks.setTime(t, t, this.clocks.time(t, t) + 1);
  }
}
