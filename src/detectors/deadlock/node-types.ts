// Nodes of the lock graph that differ in their thread alone, as one: threads that run the same code make the same patterns. Only those
// are here that can be part of a cycle at all: what they wait for leads, lock by lock, back to something that they hold.

import { isInCycle, lockComponents } from './lock-components.ts';
import type { LockNodes } from './lock-nodes.ts';

export interface NodeType {
  readonly number: number;
  /** One of the nodes, for all that they share. */
  readonly node: number;
  readonly lock: number;
  /** Those of the held locks that lead back. */
  readonly held: readonly number[];
  /** One for each thread. */
  readonly nodes: number[];
}

const NONE: readonly NodeType[] = [];

/** Locks held by all types together; who holds thousands at a time makes as many for each. */
const MOST_HELD = 4_000_000;

export class NodeTypes {
  readonly all: readonly NodeType[];
  /** The most threads and locks that a cycle could have. */
  readonly longest: number;
  /** Whether there were too many to look at all. */
  isCut = false;
  private readonly nodes: LockNodes;
  private readonly holding = new Map<number, NodeType[]>();
  /** Held lock × locks + wanted lock → types. */
  private readonly between = new Map<number, NodeType[]>();

  /** Of the nodes that matter. */
  constructor(nodes: LockNodes, matters: (node: number) => boolean) {
    this.nodes = nodes;
    const component = lockComponents(nodes, matters);
    this.all = this.fold(matters, component);
    const threads = new Set<number>();
    for (const type of this.all) {
      for (const n of type.nodes) threads.add(nodes.thread(n));
      for (const h of type.held) {
        push(this.holding, h, type);
        push(this.between, h * nodes.locks + type.lock, type);
      }
    }
    this.longest = Math.min(threads.size, largest(this.all, component));
  }

  /** Those that hold the lock. */
  thatHold(lock: number): readonly NodeType[] {
    return this.holding.get(lock) ?? NONE;
  }

  /** Those that hold one lock and wait for another. */
  thatHoldAndWant(held: number, wanted: number): readonly NodeType[] {
    return this.between.get(held * this.nodes.locks + wanted) ?? NONE;
  }

  private fold(matters: (node: number) => boolean, component: Uint32Array): NodeType[] {
    const { nodes } = this;
    const types = new Map<string, NodeType>();
    let entries = 0;
    for (let node = 0; node < nodes.count && !this.isCut; node++) {
      const lock = nodes.lock(node);
      if (!matters(node) || !isInCycle(nodes, component, node)) continue;
      const held = nodes.locksets.members(nodes.heldBy(node)).filter((h) => h !== lock && component[h] === component[lock]);
      if (held.length === 0) continue;
      entries += held.length;
      this.isCut = entries > MOST_HELD;
      const key = [lock, nodes.isReader(node), nodes.heldBy(node), nodes.exclusive(node), nodes.location(node)].join();
      const type = types.get(key);
      if (type === undefined) types.set(key, { number: types.size, node, lock, held, nodes: [node] });
      else type.nodes.push(node);
    }
    return [...types.values()];
  }
}

/** How many different locks are wanted in the largest component. */
function largest(types: readonly NodeType[], component: Uint32Array): number {
  const sizes = new Map<number, Set<number>>();
  for (const { lock } of types) {
    const members = sizes.get(component[lock]!) ?? new Set();
    sizes.set(component[lock]!, members.add(lock));
  }
  return [...sizes.values()].reduce((most, { size }) => Math.max(most, size), 0);
}

function push<K, V>(map: Map<K, V[]>, key: K, value: V): void {
  const list = map.get(key);
  if (list === undefined) map.set(key, [value]);
  else list.push(value);
}
