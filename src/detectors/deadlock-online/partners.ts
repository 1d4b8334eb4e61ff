// Which nodes of the lock graph make a pattern of two threads: each waits for what the other holds, and all that they hold can be held at a
// time. Found when a node appears; a pattern whose deadlock is told is forgotten.

import type { LockNodes } from '../deadlock/lock-nodes.ts';

/** A node as a partner of another. */
export interface Partner {
  readonly node: number;
  /** Below this its acquires deadlock with none of the other's that are still to come. */
  passed: number;
}

/** Locks held by all nodes together; who holds thousands at a time makes as many for each. */
const MOST_HELD = 4_000_000;

export class Partners {
  /** Whether there were too many to look at all. */
  isCut = false;
  /** How many patterns there were. */
  patterns = 0;
  private readonly nodes: LockNodes;
  /** Per node. */
  private readonly lists: Partner[][] = [];
  /** Held lock, wanted lock → nodes. */
  private readonly between = new Map<number, Map<number, number[]>>();
  private entries = 0;

  constructor(nodes: LockNodes) {
    this.nodes = nodes;
  }

  of(node: number): readonly Partner[] {
    if (this.lists[node] === undefined) this.add(node);
    return this.lists[node]!;
  }

  /** They make no pattern that anybody wants to hear of. */
  part(a: number, b: number): void {
    for (const [own, other] of [
      [a, b],
      [b, a],
    ] as const)
      this.lists[own] = this.lists[own]!.filter(({ node }) => node !== other);
  }

  private add(node: number): void {
    const { nodes, lists } = this;
    const own: Partner[] = [];
    lists[node] = own;
    const wanted = nodes.lock(node);
    for (const held of nodes.locksets.members(nodes.heldBy(node))) {
      if (held === wanted) continue;
      this.isCut ||= ++this.entries > MOST_HELD;
      if (this.isCut) return;
      for (const other of this.between.get(wanted)?.get(held) ?? []) if (this.arePattern(node, other)) this.link(node, other);
      const under = this.between.get(held) ?? new Map<number, number[]>();
      this.between.set(held, under);
      const list = under.get(wanted);
      if (list === undefined) under.set(wanted, [node]);
      else list.push(node);
    }
  }

  private arePattern(a: number, b: number): boolean {
    const { nodes } = this;
    return nodes.thread(a) !== nodes.thread(b) && nodes.waitsFor(a, b) && nodes.waitsFor(b, a) && nodes.agree(a, b);
  }

  private link(a: number, b: number): void {
    this.patterns++;
    this.lists[a]!.push({ node: b, passed: 0 });
    this.lists[b]!.push({ node: a, passed: 0 });
  }
}
