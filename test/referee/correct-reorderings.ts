// All pairs of conflicting accesses that some correct reordering brings side by side, by search over all of them: every state
// (how far each thread is, and who wrote each variable last) is visited once. Exponential; for small traces only. Takes all
// operations but wait, notify and alloc.

import { Op } from '../../src/trace/operation.ts';
import { type Event, events, type Trace } from '../../src/trace/trace.ts';

export type Pair = readonly [number, number];

const NEVER = -1;
export const READS: readonly number[] = [Op.read, Op.volatileRead, Op.relaxedRead];
export const WRITES: readonly number[] = [Op.write, Op.volatileWrite, Op.relaxedWrite];

/** The program that the reorderings run: the events of each thread, and for each read the write that it must see. */
export interface Program {
  readonly threads: Event[][];
  readonly writes: Map<number, number>;
  /** Thread → position of its fork. */
  readonly forks: Map<number, number>;
  /** Barrier event → the arrivals that it needs. */
  readonly arrivals: Map<number, readonly Event[]>;
  /** Position → index in its thread. */
  readonly index: number[];
  readonly variables: number;
}

export function program(trace: Trace): Program {
  const threads: Event[][] = trace.symbols.threads.names().map(() => []);
  const writes = new Map<number, number>();
  const forks = new Map<number, number>();
  const index: number[] = [];
  const last = new Map<number, number>();
  const arrivals = new Map<number, Event[]>();
  const rounds: { readonly barrier: number; readonly arrived: Event[]; left: boolean }[] = [];
  /** Who leaves needs all arrivals of its round; who arrives needs all of the round before. */
  const meet = (event: Event): void => {
    const own = rounds.filter(({ barrier }) => barrier === event.target);
    if (event.op === Op.barrierExit) {
      const round = own.findLast(({ arrived }) => arrived.some(({ thread }) => thread === event.thread))!;
      round.left = true;
      arrivals.set(event.position, round.arrived);
      return;
    }
    let round = own.at(-1);
    if (round === undefined || round.left) {
      round = { barrier: event.target, arrived: [], left: false };
      rounds.push(round);
      own.push(round);
    }
    round.arrived.push(event);
    arrivals.set(event.position, own.at(-2)?.arrived ?? []);
  };
  for (const event of events(trace)) {
    index.push(threads[event.thread]!.length);
    threads[event.thread]!.push(event);
    if (READS.includes(event.op)) writes.set(event.position, last.get(event.target) ?? NEVER);
    if (WRITES.includes(event.op)) last.set(event.target, event.position);
    if (event.op === Op.fork) forks.set(event.target, event.position);
    if (event.op === Op.barrierEnter || event.op === Op.barrierExit) meet(event);
  }
  return { threads, writes, forks, arrivals, index, variables: trace.symbols.variables.size };
}

/** Sorted pairs of positions, or undefined if there are more than `limit` states. */
export function predictablePairs(trace: Trace, limit = 3_000_000): Pair[] | undefined {
  return predictions(trace, limit)?.pairs;
}

export interface Predictions {
  readonly pairs: Pair[];
  /** Whether threads can come to wait for each other's locks. */
  readonly deadlock: boolean;
}

/** Reorderings that begin with the first `from` events as they were and go on with events before `to`. */
export interface Window {
  readonly from: number;
  readonly to: number;
}

/** What some correct reordering has, or undefined if there are more than `limit` states. */
export function predictions(
  trace: Trace,
  limit = 3_000_000,
  { from, to }: Window = { from: 0, to: trace.length },
): Predictions | undefined {
  const p = program(trace);
  let deadlock = false;
  const found = new Map<string, Pair>();
  const seen = new Set<string>();
  const start = { next: p.threads.map(() => 0), last: Array<number>(p.variables).fill(NEVER) };
  for (const { position, thread, op, target } of events(trace)) {
    if (position >= from) break;
    start.next[thread]!++;
    if (WRITES.includes(op)) start.last[target] = position;
  }
  const stack = [start];
  while (stack.length > 0) {
    const { next, last } = stack.pop()!;
    const ready = p.threads.map((list, t) => {
      const event = list[next[t]!];
      return event !== undefined && event.position < to && started(p, next, t) ? event : undefined;
    });
    for (const [a, b] of conflicts(ready)) found.set(`${a},${b}`, [a, b]);
    deadlock ||= inCycle(p, next, ready);
    const free = ready.find((e) => e !== undefined && isFree(e));
    // A release or a fork takes nothing from anybody: it may as well come at once.
    const moves = free === undefined ? ready : [free];
    for (const event of moves) {
      if (event === undefined || !enabled(p, next, last, event)) continue;
      const after = { next: next.with(event.thread, next[event.thread]! + 1), last };
      if (WRITES.includes(event.op)) after.last = last.with(event.target, event.position);
      const key = `${after.next.join()};${after.last.join()}`;
      if (seen.has(key)) continue;
      if (seen.size >= limit) return undefined;
      seen.add(key);
      stack.push(after);
    }
  }
  return { pairs: [...found.values()].sort(byPositions), deadlock };
}

/** Whether threads wait for each other: each is about to acquire a lock that another of them holds. */
function inCycle(p: Program, next: number[], ready: (Event | undefined)[]): boolean {
  const holds = (t: number, lock: number): boolean => {
    const done = p.threads[t]!.slice(0, next[t]).filter((e) => e.target === lock);
    return done.filter((e) => e.op === Op.acquire).length > done.filter((e) => e.op === Op.release).length;
  };
  const waitsFor = ready.map((e) =>
    e?.op === Op.acquire ? p.threads.findIndex((_, t) => t !== e.thread && holds(t, e.target)) : -1,
  );
  return waitsFor.some((_, start) => {
    let t = start;
    for (let steps = 0; steps < waitsFor.length && t >= 0; steps++) t = waitsFor[t]!;
    return t >= 0;
  });
}

function byPositions(a: Pair, b: Pair): number {
  return a[0] - b[0] || a[1] - b[1];
}

export function started(p: Program, next: number[], t: number): boolean {
  const fork = p.forks.get(t);
  if (fork === undefined) return true;
  return p.threads.some((list, u) => list.slice(0, next[u]).some((e) => e.position === fork));
}

function conflicts(ready: (Event | undefined)[]): Pair[] {
  const pairs: Pair[] = [];
  for (const a of ready)
    for (const b of ready) {
      if (a === undefined || b === undefined || a.position >= b.position) continue;
      const accesses = [a, b].every(({ op }) => READS.includes(op) || WRITES.includes(op));
      const conflict = [a, b].some(({ op }) => WRITES.includes(op)) && [a, b].some(({ op }) => op <= Op.write);
      if (accesses && conflict && a.target === b.target) pairs.push([a.position, b.position]);
    }
  return pairs;
}

const FREE: readonly number[] = [Op.release, Op.releaseShared, Op.fork, Op.begin, Op.end];

function isFree(event: Event): boolean {
  return FREE.includes(event.op);
}

export function enabled(p: Program, next: number[], last: number[], { op, thread, target, position }: Event): boolean {
  const others = p.threads.filter((_, u) => u !== thread);
  const held = (list: Event[], take: number, give: number) => {
    const done = list.slice(0, next[list[0]?.thread ?? 0]).filter((e) => e.target === target);
    return done.filter((e) => e.op === take).length > done.filter((e) => e.op === give).length;
  };
  const written = (list: Event[]) => held(list, Op.acquire, Op.release);
  const shared = (list: Event[]) => held(list, Op.acquireShared, Op.releaseShared);
  switch (op) {
    case Op.read:
    case Op.volatileRead:
    case Op.relaxedRead:
      return last[target] === p.writes.get(position);
    case Op.acquire:
      return !others.some((list) => written(list) || shared(list));
    case Op.acquireShared:
      return !others.some(written);
    case Op.join:
      return started(p, next, target) && next[target] === p.threads[target]!.length;
    case Op.barrierEnter:
    case Op.barrierExit:
      return p.arrivals.get(position)!.every((e) => p.index[e.position]! < next[e.thread]!);
  }
  return true;
}
