// Abstract deadlock patterns: cycles of the lock graph in which each node waits for what the next one holds, with distinct threads, distinct
// locks, and locks held that no two threads can have at a time. A gate lock around all of them makes a cycle none. The shortest come
// first, and what cannot end as a pattern is left at once; how many steps that may take is bounded.

import type { LockNodes } from './lock-nodes.ts';
import { type NodeType, NodeTypes } from './node-types.ts';

/** Takes the nodes of a pattern. True if no other threads at the same places are wanted. */
export type PatternSink = (pattern: readonly number[]) => boolean;

/** Types and nodes that are tried; a million takes about a third of a second. */
const STEPS = 4_000_000;

/** What a pattern costs whoever takes it, at the least. */
const PATTERN_STEPS = 32;

export class Patterns {
  /** Whether it ended before it had found all; and whether there are cycles that are longer than was asked for. */
  cut = false;
  tooLong = false;
  private steps = 0;
  private limit = 0;
  private readonly nodes: LockNodes;
  private readonly types: NodeTypes;
  private readonly path: NodeType[] = [];
  private readonly chosen: number[] = [];
  private sink: PatternSink = () => true;

  /** Of the nodes that matter. */
  constructor(nodes: LockNodes, matters: (node: number) => boolean, steps = STEPS) {
    this.nodes = nodes;
    this.types = new NodeTypes(nodes, matters);
    this.limit = steps;
  }

  /** True if there is no cycle. */
  get none(): boolean {
    return this.types.longest < 2 && !this.types.isCut;
  }

  /** Gives all patterns of at most so many threads. */
  each(threads: number, sink: PatternSink): void {
    const { longest } = this.types;
    this.sink = sink;
    for (let length = 2; length <= Math.min(threads, longest); length++) this.ofLength(length);
    this.cut ||= this.types.isCut;
    this.tooLong = !this.cut && longest > threads && this.hasLonger(threads);
  }

  /** Gives no more. */
  stop(): void {
    this.cut = true;
  }

  /** Whether there is a pattern of more threads, as far as can be told. */
  private hasLonger(threads: number): boolean {
    let found = false;
    const before = this.cut;
    this.cut = false;
    this.limit += this.limit >>> 3;
    this.sink = () => {
      found = true;
      return true;
    };
    for (let length = threads + 1; length <= this.types.longest && !found && !this.cut; length++) this.ofLength(length);
    const known = !this.cut;
    this.cut = before;
    return found || !known;
  }

  private ofLength(length: number): void {
    for (const type of this.types.all) {
      this.path.push(type);
      this.extend(length);
      this.path.pop();
      if (this.cut) return;
    }
  }

  /** Adds types to the path until it is a cycle; those before its first one had their turn. */
  private extend(length: number): void {
    const { path, types } = this;
    const last = path.at(-1)!;
    if (path.length === length - 1) {
      for (const h of path[0]!.held) this.among(types.thatHoldAndWant(last.lock, h), length);
    } else this.among(types.thatHold(last.lock), length);
  }

  private among(candidates: readonly NodeType[], length: number): void {
    const { path, nodes } = this;
    for (const type of candidates) {
      if (++this.steps > this.limit) this.cut = true;
      if (this.cut) return;
      if (type.number <= path[0]!.number || !nodes.waitsFor(path.at(-1)!.node, type.node)) continue;
      if (!path.every((other) => nodes.agree(other.node, type.node))) continue;
      path.push(type);
      if (path.length < length) this.extend(length);
      else if (nodes.waitsFor(type.node, path[0]!.node)) this.choose();
      path.pop();
    }
  }

  /** Gives the cycle with all distinct threads that it can have; false when these are enough. */
  private choose(): boolean {
    const { path, chosen, nodes } = this;
    const type = path[chosen.length];
    if (type === undefined) {
      this.steps += PATTERN_STEPS;
      return !this.sink([...chosen]);
    }
    for (const node of type.nodes) {
      if (++this.steps > this.limit) this.cut = true;
      if (this.cut) return false;
      if (chosen.some((other) => nodes.thread(other) === nodes.thread(node))) continue;
      chosen.push(node);
      const more = this.choose();
      chosen.pop();
      if (!more) return false;
    }
    return true;
  }
}
