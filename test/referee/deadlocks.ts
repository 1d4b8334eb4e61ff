// All deadlocks that some correct reordering ends in, by search over all of them: every state (how far each thread is, who wrote each
// variable last, which notifies came too early for their waits) is visited once, and in each every cycle of threads that wait for each
// other's locks is listed. Also sync-preserving deadlocks by definition. Exponential; for small traces without alloc only.

import { Op } from '../../src/trace/operation.ts';
import { type Event, events, type Trace } from '../../src/trace/trace.ts';
import { WRITES } from './correct-reorderings.ts';
import { include, needs } from './needs.ts';

/** Positions of acquires, the smallest first; each waits for what the next one holds. */
export type Cycle = readonly number[];

interface State {
  readonly next: readonly number[];
  /** Per variable: the position of its last write, or -1. */
  readonly last: readonly number[];
  /** Waits whose notify came before them. */
  readonly missed: readonly number[];
}

/** Operations that take nothing from anybody and may as well come at once. */
const FREE: readonly number[] = [Op.release, Op.releaseShared, Op.fork, Op.begin, Op.end, Op.request, Op.requestJoin, Op.try];

/** Undefined if there are more than `limit` states. */
export function reachableDeadlocks(trace: Trace, limit = 300_000): Cycle[] | undefined {
  const run = new Reorderings(trace);
  const found = new Map<string, Cycle>();
  const seen = new Set<string>();
  const stack: State[] = [run.start];
  while (stack.length > 0) {
    const state = stack.pop()!;
    for (const cycle of run.cycles(state)) found.set(cycle.join(), cycle);
    for (const after of run.steps(state)) {
      const key = JSON.stringify(after);
      if (seen.has(key)) continue;
      if (seen.size >= limit) return undefined;
      seen.add(key);
      stack.push(after);
    }
  }
  return [...found.values()];
}

/** Whether a schedule is a correct reordering after which the threads of the cycle wait for each other, in its most obvious form. */
export function provesDeadlock(trace: Trace, schedule: readonly number[], cycle: Cycle): boolean {
  const run = new Reorderings(trace);
  let state = run.start;
  for (const e of schedule) {
    const after = run.step(state, e);
    if (after === undefined) return false;
    state = after;
  }
  const first = cycle.indexOf(Math.min(...cycle));
  const rotated = [...cycle.slice(first), ...cycle.slice(0, first)].join();
  return run.cycles(state).some((found) => found.join() === rotated);
}

class Reorderings {
  readonly start: State;
  private readonly list: Event[];
  private readonly threads: Event[][];

  constructor(trace: Trace) {
    this.list = [...events(trace)];
    this.threads = trace.symbols.threads.names().map((_, t) => this.list.filter(({ thread }) => thread === t));
    this.start = { next: this.threads.map(() => 0), last: trace.symbols.variables.names().map(() => -1), missed: [] };
  }

  steps(state: State): State[] {
    const enabled = this.ready(state).filter((e) => this.isEnabled(state, e));
    const free = enabled.find(({ op }) => FREE.includes(op));
    return (free === undefined ? enabled : [free]).map((e) => this.after(state, e));
  }

  /** Undefined if the event cannot come next. */
  step(state: State, position: number): State | undefined {
    const e = this.ready(state).find((ready) => ready.position === position);
    return e !== undefined && this.isEnabled(state, e) ? this.after(state, e) : undefined;
  }

  cycles(state: State): Cycle[] {
    const waiting = this.ready(state).filter((e) => this.waits(state, e));
    const found: Cycle[] = [];
    const extend = (path: Event[]): void => {
      for (const e of waiting) {
        if (!this.keepsOut(state, e.thread, path.at(-1)!)) continue;
        if (e === path[0]) found.push(path.map(({ position }) => position));
        else if (e.position > path[0]!.position && path.every((p) => p.thread !== e.thread && p.target !== e.target))
          extend([...path, e]);
      }
    };
    for (const e of waiting) extend([e]);
    return found;
  }

  private ready({ next }: State): Event[] {
    return this.threads.map((list, t) => list[next[t]!]).filter((e) => e !== undefined);
  }

  private done({ next }: State, position: number): boolean {
    const { thread } = this.list[position]!;
    return this.threads[thread]!.findIndex((e) => e.position === position) < next[thread]!;
  }

  private after(state: State, { thread, op, target, position }: Event): State {
    const next = state.next.with(thread, state.next[thread]! + 1);
    const last = WRITES.includes(op) ? state.last.with(target, position) : state.last;
    const early = op === Op.wait && this.wokenBy(position) >= 0 && this.done(state, this.wokenBy(position));
    return { next, last, missed: early ? [...state.missed, position].sort((a, b) => a - b) : state.missed };
  }

  /** The notify that ended the wait, or -1. */
  private wokenBy(wait: number): number {
    const { thread, target } = this.list[wait]!;
    const again = this.list.findIndex((e) => e.position > wait && e.thread === thread);
    const between = again < 0 ? [] : this.list.slice(wait, again);
    return between.findLast((e) => e.op === Op.notify && e.target === target)?.position ?? -1;
  }

  private previous({ thread, position }: Event): Event | undefined {
    return this.list.slice(0, position).findLast((e) => e.thread === thread);
  }

  /** An acquire that can wait for ever, of a thread that is awake. */
  private waits(state: State, e: Event): boolean {
    if (e.op !== Op.acquire && e.op !== Op.acquireShared) return false;
    const previous = this.previous(e);
    if (previous?.op === Op.try && previous.target === e.target) return false;
    return this.isStarted(state, e.thread) && this.isAwake(state, e);
  }

  private isAwake(state: State, e: Event): boolean {
    const wait = e.op === Op.acquire ? this.previous(e) : undefined;
    if (wait?.op !== Op.wait || this.wokenBy(wait.position) < 0) return true;
    return this.done(state, this.wokenBy(wait.position)) && !state.missed.includes(wait.position);
  }

  private isStarted(state: State, thread: number): boolean {
    const fork = this.list.find((e) => e.op === Op.fork && e.target === thread);
    return fork === undefined || this.done(state, fork.position);
  }

  /** How often a thread holds a lock: a wait gives it up whole, and the acquire after it takes it back as often. */
  private depth({ next }: State, thread: number, lock: number, take: number, give: number): number {
    let depth = 0;
    let suspended = 0;
    for (const { op, target } of this.threads[thread]!.slice(0, next[thread])) {
      if (target !== lock) continue;
      if (op === take) {
        depth += suspended || 1;
        suspended = 0;
      } else if (op === give) depth--;
      else if (op === Op.wait && take === Op.acquire) [depth, suspended] = [0, depth];
    }
    return depth;
  }

  /** Whether another thread holds the lock of an acquire in a way that keeps it out. */
  private keepsOut(state: State, thread: number, { thread: own, target, op }: Event): boolean {
    if (thread === own) return false;
    if (this.depth(state, thread, target, Op.acquire, Op.release) > 0) return true;
    return op === Op.acquire && this.depth(state, thread, target, Op.acquireShared, Op.releaseShared) > 0;
  }

  private isEnabled(state: State, e: Event): boolean {
    if (!this.isStarted(state, e.thread)) return false;
    switch (e.op) {
      case Op.read:
      case Op.volatileRead:
      case Op.relaxedRead:
        return state.last[e.target] === this.saw(e);
      case Op.acquire:
      case Op.acquireShared:
        return this.isAwake(state, e) && !this.threads.some((_, t) => this.keepsOut(state, t, e));
      case Op.join:
        return this.isStarted(state, e.target) && state.next[e.target] === this.threads[e.target]!.length;
      case Op.barrierEnter:
      case Op.barrierExit:
        return this.arrivals(e).every((a) => this.done(state, a));
    }
    return true;
  }

  private saw({ target, position }: Event): number {
    return this.list.slice(0, position).findLast((e) => WRITES.includes(e.op) && e.target === target)?.position ?? -1;
  }

  /** Who leaves needs all arrivals of its round; who arrives needs all of the round before. */
  private arrivals(event: Event): readonly number[] {
    const rounds: { readonly arrived: Event[]; left: boolean }[] = [];
    for (const e of this.list.slice(0, event.position)) {
      if (e.target !== event.target) continue;
      if (e.op === Op.barrierExit)
        rounds.findLast(({ arrived }) => arrived.some(({ thread }) => thread === e.thread))!.left = true;
      if (e.op !== Op.barrierEnter) continue;
      if (rounds.at(-1)?.left !== false) rounds.push({ arrived: [], left: false });
      rounds.at(-1)!.arrived.push(e);
    }
    const isOwn = ({ arrived }: { arrived: Event[] }) => arrived.some(({ thread }) => thread === event.thread);
    if (event.op === Op.barrierEnter && rounds.at(-1)?.left === false) rounds.pop();
    const round = event.op === Op.barrierEnter ? rounds.at(-1) : rounds.findLast(isOwn);
    if (event.op === Op.barrierEnter) return (round?.arrived ?? []).map(({ position }) => position);
    // Those who come later to the same round are before whoever leaves first.
    return round!.arrived.map(({ position }) => position);
  }
}

/** All sync-preserving deadlocks of traces that have only exclusive locks, forks, joins and accesses. */
export function syncPreservingDeadlocks(trace: Trace): Cycle[] {
  const list = [...events(trace)];
  const known = needs(list);
  const holds = list.map((e) => heldAt(list, known.releases, e));
  const wanting = list.filter(({ op, position, target }) => op === Op.acquire && !holds[position]!.has(target));
  const found: Cycle[] = [];
  const extend = (path: Event[]): void => {
    for (const e of wanting) {
      if (!holds[e.position]!.has(path.at(-1)!.target)) continue;
      if (e === path[0]) {
        const cycle = path.map(({ position }) => position);
        if (isPreserving(list, known, cycle)) found.push(cycle);
      } else if (e.position > path[0]!.position && path.every((p) => agree(p, e, holds))) extend([...path, e]);
    }
  };
  for (const e of wanting) extend([e]);
  return found;
}

function agree(a: Event, b: Event, holds: readonly ReadonlySet<number>[]): boolean {
  return a.thread !== b.thread && a.target !== b.target && ![...holds[a.position]!].some((lock) => holds[b.position]!.has(lock));
}

/** The locks that the thread of an event holds before it. */
function heldAt(list: Event[], releases: readonly number[], { thread, position }: Event): Set<number> {
  const open = list.filter(
    (e) =>
      e.thread === thread &&
      e.op === Op.acquire &&
      e.position < position &&
      !(releases[e.position]! >= 0 && releases[e.position]! < position),
  );
  return new Set(open.map(({ target }) => target));
}

/** The least set with all that comes before the acquires, and the release of each acquire that a later one of its lock follows. */
function isPreserving(list: Event[], known: ReturnType<typeof needs>, cycle: Cycle): boolean {
  const ideal = new Set<number>();
  for (const position of cycle) for (const e of known.needed[position]!) include(ideal, known, e);
  for (let size = -1; size !== ideal.size; ) {
    size = ideal.size;
    const acquires = [...ideal].filter((e) => list[e]!.op === Op.acquire);
    for (const e of acquires)
      if (acquires.some((f) => f > e && list[f]!.target === list[e]!.target && list[f]!.thread !== list[e]!.thread)) {
        if (known.releases[e]! < 0) return false;
        include(ideal, known, known.releases[e]!);
      }
  }
  return cycle.every((e) => !ideal.has(e));
}
