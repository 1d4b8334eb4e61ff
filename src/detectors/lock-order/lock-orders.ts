// In which orders locks are taken: for every two locks of which one was waited for while the other was held, by readers or not, who did that
// first, and the first other thread that did. From the nodes of the lock graph.

import type { LockNodes } from '../deadlock/lock-nodes.ts';

export interface LockOrder {
  readonly held: number;
  readonly isHeldShared: boolean;
  readonly wanted: number;
  readonly isWantedShared: boolean;
  /** The first node that has it, and the first one of another thread. */
  readonly nodes: number[];
}

/** Orders that are looked at: who holds thousands of locks at a time makes as many for each. */
const MOST = 1_000_000;

export interface LockOrders {
  /** By their first acquires. */
  readonly orders: readonly LockOrder[];
  /** Whether there were too many to look at all. */
  readonly isCut: boolean;
}

/** Of the nodes that matter. */
export function lockOrders(nodes: LockNodes, matters: (node: number) => boolean = () => true): LockOrders {
  const orders = new Map<string, LockOrder>();
  let n = 0;
  for (let seen = 0; n < nodes.count && seen < MOST; n++) {
    if (!matters(n)) continue;
    seen += nodes.locksets.size(nodes.heldBy(n));
    const wanted = nodes.lock(n);
    const isWantedShared = nodes.isReader(n);
    for (const held of nodes.locksets.members(nodes.heldBy(n))) {
      if (held === wanted) continue;
      const isHeldShared = !nodes.locksets.has(nodes.exclusive(n), held);
      const key = [held, isHeldShared, wanted, isWantedShared].join();
      const order = orders.get(key);
      if (order === undefined) orders.set(key, { held, isHeldShared, wanted, isWantedShared, nodes: [n] });
      else if (order.nodes.length === 1 && nodes.thread(order.nodes[0]!) !== nodes.thread(n)) order.nodes.push(n);
    }
  }
  return { orders: [...orders.values()], isCut: n < nodes.count };
}
