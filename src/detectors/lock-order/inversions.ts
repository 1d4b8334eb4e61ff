// Cycles of lock orders: a lock is taken under another, that one under a third, and so on back to the first, by at least two threads and with
// somebody to wait for at each step. For every order that is part of a cycle a shortest one through it, each cycle of locks once.

import { components, graphOf } from '../../base/components.ts';
import type { LockNodes } from '../deadlock/lock-nodes.ts';
import type { LockOrder } from './lock-orders.ts';

/** Orders that are looked at; ten million take about a second. */
const STEPS = 20_000_000;

export interface Inversions {
  /** Nodes, one for each step: each waits for a lock that the next one holds. The shortest first. */
  readonly cycles: readonly (readonly number[])[];
  /** Whether it ended before all orders had their turn. */
  readonly isCut: boolean;
}

export function inversions(nodes: LockNodes, orders: readonly LockOrder[]): Inversions {
  return new Search(nodes, inCycles(orders, nodes.locks)).run();
}

/** Those that lead back to themselves, lock by lock. */
function inCycles(orders: readonly LockOrder[], locks: number): LockOrder[] {
  const from = orders.map(({ held }) => held);
  const to = orders.map(({ wanted }) => wanted);
  const component = components(graphOf(locks, from, to));
  return orders.filter(({ held, wanted }) => component[held] === component[wanted]);
}

class Search {
  private steps = 0;
  private readonly nodes: LockNodes;
  private readonly orders: readonly LockOrder[];
  /** Lock → the orders, by their numbers, that hold it. */
  private readonly holding = new Map<number, number[]>();
  /** Per order: from which one it was reached, and for which search. */
  private readonly before: Int32Array;
  private readonly reached: Int32Array;

  constructor(nodes: LockNodes, orders: readonly LockOrder[]) {
    this.nodes = nodes;
    this.orders = orders;
    this.before = new Int32Array(orders.length);
    this.reached = new Int32Array(orders.length).fill(-1);
    for (const [i, { held }] of orders.entries()) {
      const list = this.holding.get(held);
      if (list === undefined) this.holding.set(held, [i]);
      else list.push(i);
    }
  }

  run(): Inversions {
    const found = new Map<string, readonly number[]>();
    let start = 0;
    for (; start < this.orders.length && this.steps < STEPS; start++) {
      const cycle = this.shortest(start);
      const chosen = cycle && this.chosen(cycle);
      if (chosen === undefined) continue;
      const key = sameWhereverItBegins(chosen.map((n) => this.nodes.lock(n)));
      if (!found.has(key)) found.set(key, chosen);
    }
    const cycles = [...found.values()].sort((a, b) => a.length - b.length);
    return { cycles, isCut: start < this.orders.length };
  }

  /** A shortest cycle through an order, by breadth. */
  private shortest(start: number): LockOrder[] | undefined {
    const { orders, before, reached } = this;
    const queue = [start];
    for (let at = 0; at < queue.length; at++) {
      const last = queue[at]!;
      for (const next of this.holding.get(orders[last]!.wanted) ?? []) {
        this.steps++;
        if (orders[last]!.isWantedShared && orders[next]!.isHeldShared) continue;
        if (next === start) return this.path(last, start);
        if (reached[next] === start) continue;
        reached[next] = start;
        before[next] = last;
        queue.push(next);
      }
    }
    return undefined;
  }

  private path(last: number, start: number): LockOrder[] {
    const path: LockOrder[] = [];
    for (let at = last; at !== start; at = this.before[at]!) path.push(this.orders[at]!);
    return [this.orders[start]!, ...path.reverse()];
  }

  /** A node for each, of as many threads as can be; undefined if all are of one. */
  private chosen(cycle: readonly LockOrder[]): number[] | undefined {
    const { nodes } = this;
    const ways = cycle[0]!.nodes.map((first) => {
      const threads = new Set([nodes.thread(first)]);
      const rest = cycle.slice(1).map((order) => {
        const node = order.nodes.find((n) => !threads.has(nodes.thread(n))) ?? order.nodes[0]!;
        threads.add(nodes.thread(node));
        return node;
      });
      return { chosen: [first, ...rest], threads: threads.size };
    });
    // One that passes a lock twice, once as a reader, is none of distinct locks.
    if (new Set(cycle.map(({ wanted }) => wanted)).size < cycle.length) return undefined;
    const best = ways.reduce((a, b) => (b.threads > a.threads ? b : a));
    return best.threads < 2 ? undefined : best.chosen;
  }
}

function sameWhereverItBegins(locks: readonly number[]): string {
  const first = locks.indexOf(Math.min(...locks));
  return [...locks.slice(first), ...locks.slice(0, first)].join();
}
