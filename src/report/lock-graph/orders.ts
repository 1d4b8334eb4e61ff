// Which part of a lock graph is drawn, and in which order its locks stand: one that most of the arrows go along, so that those that go against it
// stand out.

import { components, graphOf } from '../../base/components.ts';

/** A lock was waited for while another was held: by whom, and where, as text. */
export interface DrawnOrder {
  readonly held: string;
  readonly wanted: string;
  readonly by: string;
}

export interface DrawnGraph {
  /** From top to bottom. */
  readonly locks: readonly string[];
  /** Those that go up come first. */
  readonly orders: readonly DrawnOrder[];
  /** Orders that are part of no cycle, and locks of cycles, that were left out because there are too many. */
  readonly ordersLeftOut: number;
  readonly locksLeftOut: number;
}

/** Locks that a person can look at. */
const MOST_LOCKS = 60;

/** Each order of two locks is given once. Small graphs are drawn as they are, of others only what is part of a cycle. */
export function drawnGraph(all: readonly DrawnOrder[]): DrawnGraph {
  const orders = locksOf(all).length <= MOST_LOCKS ? all : inCycles(all);
  const locks = busiest(orders);
  const shown = orders.filter(({ held, wanted }) => locks.has(held) && locks.has(wanted));
  const standing = mostlyDownwards(locksOf(shown), shown);
  return {
    locks: standing,
    orders: [...shown.filter((order) => isAgainst(order, standing)), ...shown.filter((order) => !isAgainst(order, standing))],
    ordersLeftOut: all.length - shown.length,
    locksLeftOut: locksOf(orders).length - locksOf(shown).length,
  };
}

/** Whether an order goes against the one in which the locks stand. */
export function isAgainst({ held, wanted }: DrawnOrder, locks: readonly string[]): boolean {
  return locks.indexOf(held) > locks.indexOf(wanted);
}

function locksOf(orders: readonly DrawnOrder[]): string[] {
  return [...new Set(orders.flatMap(({ held, wanted }) => [held, wanted]))];
}

/** Those that lead back to where they come from. */
function inCycles(orders: readonly DrawnOrder[]): DrawnOrder[] {
  const number = new Map(locksOf(orders).map((lock, i) => [lock, i]));
  const [from, to] = [orders.map(({ held }) => number.get(held)!), orders.map(({ wanted }) => number.get(wanted)!)];
  const component = components(graphOf(number.size, from, to));
  return orders.filter((_, i) => component[from[i]!] === component[to[i]!]);
}

/** The locks with the most orders. */
function busiest(orders: readonly DrawnOrder[]): ReadonlySet<string> {
  const counts = new Map<string, number>();
  for (const { held, wanted } of orders) for (const lock of [held, wanted]) counts.set(lock, (counts.get(lock) ?? 0) + 1);
  return new Set(
    [...counts]
      .sort((a, b) => b[1] - a[1])
      .slice(0, MOST_LOCKS)
      .map(([lock]) => lock),
  );
}

/** Locks that nothing is held for come first, those that nothing is taken under last; of the rest the one with the most to come (Eades, Lin, Smyth 1993). */
function mostlyDownwards(locks: readonly string[], orders: readonly DrawnOrder[]): string[] {
  const left = new Set(locks);
  const top: string[] = [];
  const bottom: string[] = [];
  while (left.size > 0) {
    const balance = new Map([...left].map((lock) => [lock, { out: 0, in: 0 }]));
    for (const { held, wanted } of orders)
      if (left.has(held) && left.has(wanted)) {
        balance.get(held)!.out++;
        balance.get(wanted)!.in++;
      }
    const all = [...balance];
    const last = all.find(([, { out }]) => out === 0);
    const first = all.find(([, { in: into }]) => into === 0);
    const best = all.reduce((a, b) => (b[1].out - b[1].in > a[1].out - a[1].in ? b : a));
    const [lock] = first ?? last ?? best;
    left.delete(lock);
    if (first === undefined && last !== undefined) bottom.unshift(lock);
    else top.push(lock);
  }
  return [...top, ...bottom];
}
