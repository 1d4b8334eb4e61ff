// Optimistic sync-reversal races by definition (Shi, Mathur, Pavlogiannis, ICSE 2024). The set: what must come before the two accesses, and
// the release of each of its acquires unless that needs one of the two. They race iff neither is in the set, no lock stays with two threads,
// and these can hold together: accesses of a variable in their order, critical sections in theirs but one that stays open last. Cubic.

import { Op } from '../../src/trace/operation.ts';
import { type Event, events, type Trace } from '../../src/trace/trace.ts';
import type { Pair } from './correct-reorderings.ts';
import { before, conflictingPairs, include, type Needs, needs, touch } from './needs.ts';

export interface OptimisticRace {
  readonly pair: Pair;
  /** An order that ends with the two. */
  readonly schedule: readonly number[];
}

/** Sorted by the first access, then the second. */
export function optimisticRaces(trace: Trace): OptimisticRace[] {
  const list = [...events(trace)];
  const known = needs(list);
  const races: OptimisticRace[] = [];
  for (const [a, b] of conflictingPairs(list)) {
    const set = closure(list, known, a, b);
    if (set.has(a.position) || set.has(b.position)) continue;
    const order = ordered(set, edges(list, known, set));
    if (order === undefined) continue;
    const pair: Pair = [a.position, b.position];
    races.push({ pair, schedule: [...order, ...pair] });
  }
  return races;
}

function closure(list: Event[], known: Needs, a: Event, b: Event): Set<number> {
  const set = before(list, known, [a, b]);
  for (let size = -1; size !== set.size; ) {
    size = set.size;
    for (const e of [...set]) {
      const release = known.releases[e]!;
      if (release < 0) continue;
      const taken = new Set<number>();
      include(taken, known, release);
      if (!taken.has(a.position) && !taken.has(b.position)) include(set, known, release);
    }
  }
  return set;
}

/** What must come before what: pairs of events of the set. Two threads that both keep a lock must each come before the other. */
function edges(list: Event[], { needed, releases }: Needs, set: ReadonlySet<number>): Pair[] {
  const found: Pair[] = [];
  for (const e of set) {
    for (const n of needed[e]!) if (set.has(n)) found.push([n, e]);
    for (const f of set) {
      if (e >= f) continue;
      if (touch(list[e]!, list[f]!)) found.push([e, f]);
      const isOneLock = list[e]!.target === list[f]!.target && list[e]!.thread !== list[f]!.thread;
      if (!isOneLock || ![e, f].every((acquire) => begins(list, releases, acquire))) continue;
      const [endOfE, endOfF] = [e, f].map((acquire) => (set.has(releases[acquire]!) ? releases[acquire]! : undefined));
      if (endOfE !== undefined) found.push([endOfE, f]);
      else if (endOfF !== undefined) found.push([endOfF, e]);
      else found.push([e, f], [f, e]);
    }
  }
  return found;
}

/** Whether a critical section begins with the event: an acquire of what its thread holds already begins none. */
function begins(list: Event[], releases: readonly number[], e: number): boolean {
  const { op, thread, target } = list[e]!;
  const isHeld = list
    .slice(0, e)
    .some(
      (a) =>
        a.op === Op.acquire &&
        a.thread === thread &&
        a.target === target &&
        !(releases[a.position]! < e && releases[a.position]! >= 0),
    );
  return op === Op.acquire && !isHeld;
}

/** The events in an order that keeps all edges, or undefined if there is none. */
function ordered(set: ReadonlySet<number>, all: readonly Pair[]): number[] | undefined {
  const left = new Set([...set].sort((a, b) => a - b));
  const order: number[] = [];
  while (left.size > 0) {
    const next = [...left].find((e) => !all.some(([first, second]) => second === e && left.has(first)));
    if (next === undefined) return undefined;
    left.delete(next);
    order.push(next);
  }
  return order;
}
