// Which locks lead, from held to wanted, to each other. A lock leads to the sets that it is in, from smaller to larger ones, and a set to what
// is wanted with it: as many edges as sets and nodes, however many locks are held.

import { components, graphOf } from '../../base/components.ts';
import type { LockNodes } from './lock-nodes.ts';

/** Per lock, and behind them per set of locks: a number that it shares with all that lead to it and that it leads to, by nodes that matter. */
export function lockComponents(nodes: LockNodes, matters: (node: number) => boolean): Uint32Array {
  const { locksets, locks } = nodes;
  const from: number[] = [];
  const to: number[] = [];
  for (let set = 1; set < locksets.count; set++) {
    from.push(locksets.last(set), locks + locksets.rest(set));
    to.push(locks + set, locks + set);
  }
  for (let n = 0; n < nodes.count; n++) {
    if (!matters(n)) continue;
    from.push(locks + nodes.heldBy(n));
    to.push(nodes.lock(n));
  }
  return components(graphOf(locks + locksets.count, from, to));
}

/** Whether what a node wants leads back to something that it holds. */
export function isInCycle(nodes: LockNodes, component: Uint32Array, n: number): boolean {
  return component[nodes.lock(n)] === component[nodes.locks + nodes.heldBy(n)];
}
