// Conflict serialisability from its definition, as Velodrome (Flanagan, Freund & Yi 2008) states it: a graph of transactions with an edge for
// every two conflicting events, and its cycles by reachability. Cubic. Transactions are outermost blocks and single events outside of them.

import { ACCESS_KINDS, isWrite, NO_ACCESS, Op } from '../../src/trace/operation.ts';
import { type Event, events, type Trace } from '../../src/trace/trace.ts';

export interface Transactions {
  /** Per event: its transaction, named by the position of its first event. */
  readonly of: readonly number[];
  /** Whether two events conflict, the first before the second in the trace. */
  conflict(first: number, second: number): boolean;
  /** Whether two transactions are on one cycle, when only so many events have happened. */
  cyclic(a: number, b: number, length?: number): boolean;
  /** The transactions that are on a cycle with another, when only so many events have happened. */
  cut(length?: number): number[];
}

export function transactions(trace: Trace): Transactions {
  const all = [...events(trace)];
  const of = transactionOf(all);
  const conflict = conflictsOf(all);
  const graphs = new Map<number, (a: number, b: number) => boolean>();
  const cyclic = (a: number, b: number, length = all.length): boolean => {
    const reach = graphs.get(length) ?? reachability(all.slice(0, length), of, conflict);
    graphs.set(length, reach);
    return reach(a, b) && reach(b, a);
  };
  const names = [...new Set(of)];
  const cut = (length?: number): number[] => names.filter((a) => names.some((b) => a !== b && cyclic(a, b, length)));
  return { of, conflict, cyclic, cut };
}

function transactionOf(all: readonly Event[]): number[] {
  const open = new Map<number, { begin: number; depth: number }>();
  return all.map(({ position, op, thread }) => {
    const block = open.get(thread);
    if (op === Op.begin) {
      if (block === undefined) open.set(thread, { begin: position, depth: 1 });
      else block.depth++;
    } else if (op === Op.end && block !== undefined && --block.depth === 0) open.delete(thread);
    return block?.begin ?? position;
  });
}

function reachability(
  all: readonly Event[],
  of: readonly number[],
  conflict: (first: number, second: number) => boolean,
): (a: number, b: number) => boolean {
  const next = new Map<number, Set<number>>();
  for (const e of all)
    for (const f of all)
      if (e.position < f.position && of[e.position] !== of[f.position])
        if (e.thread === f.thread || conflict(e.position, f.position)) {
          const from = of[e.position]!;
          next.set(from, (next.get(from) ?? new Set()).add(of[f.position]!));
        }
  const reached = new Map<number, Set<number>>();
  return (a, b) => {
    let from = reached.get(a);
    if (from === undefined) {
      from = new Set(next.get(a));
      for (const node of from) for (const further of next.get(node) ?? []) from.add(further);
      reached.set(a, from);
    }
    return from.has(b);
  };
}

const GIVES: readonly number[] = [Op.release, Op.releaseShared, Op.wait];
const TAKES: readonly number[] = [Op.acquire, Op.acquireShared];

/** Two events of two threads conflict if their order matters: see docs/detectors/atomicity.md. */
function conflictsOf(all: readonly Event[]): (first: number, second: number) => boolean {
  const lives = livesOf(all);
  const outermost = outermostOf(all);
  const rounds = roundsOf(all);
  return (first, second) => {
    const [e, f] = [all[first]!, all[second]!];
    if (e.thread === f.thread) return false;
    if (e.op === Op.fork && (e.target === f.thread || (f.op === Op.join && f.target === e.target))) return true;
    if (f.op === Op.join && f.target === e.thread) return true;
    if (e.target !== f.target) return false;
    if (ACCESS_KINDS[e.op] !== NO_ACCESS && ACCESS_KINDS[f.op] !== NO_ACCESS)
      return lives[first] === lives[second] && (isWrite(e.op) || isWrite(f.op));
    if (e.op === Op.barrierEnter && f.op === Op.barrierExit) return rounds[first] === rounds[second];
    if (!GIVES.includes(e.op) || !TAKES.includes(f.op) || !outermost[first] || !outermost[second]) return false;
    return e.op !== Op.releaseShared || f.op !== Op.acquireShared;
  };
}

/** Per event: how often its target had been allocated. */
function livesOf(all: readonly Event[]): number[] {
  const lives = new Map<number, number>();
  return all.map(({ op, target }) => {
    if (op === Op.alloc) lives.set(target, (lives.get(target) ?? 0) + 1);
    return lives.get(target) ?? 0;
  });
}

/** Per acquire or release: whether it takes the lock from nobody or gives it to everybody. */
function outermostOf(all: readonly Event[]): boolean[] {
  const depths = new Map<number, number>();
  const waiting = new Map<number, number>();
  return all.map(({ op, thread, target }) => {
    const depth = depths.get(target) ?? 0;
    if (op === Op.acquire) depths.set(target, depth + (waiting.get(thread) ?? 1));
    if (op === Op.acquire) waiting.delete(thread);
    if (op === Op.release) depths.set(target, depth - 1);
    if (op === Op.wait) waiting.set(thread, depth);
    if (op === Op.wait) depths.set(target, 0);
    return op === Op.acquire ? depth === 0 : op === Op.release ? depth === 1 : true;
  });
}

/** Per arrival at a barrier and exit: its round, which takes arrivals until the first exit. */
function roundsOf(all: readonly Event[]): (number | undefined)[] {
  const gathering = new Map<number, number>();
  const inside = new Map<number, number>();
  return all.map(({ op, thread, target, position }) => {
    if (op === Op.barrierEnter) {
      const round = gathering.get(target) ?? position;
      gathering.set(target, round);
      inside.set(thread, round);
      return round;
    }
    if (op !== Op.barrierExit) return undefined;
    const round = inside.get(thread);
    if (gathering.get(target) === round) gathering.delete(target);
    return round;
  });
}
