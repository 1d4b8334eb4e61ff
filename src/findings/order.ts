// How much of a thread happens before an event of another, and by which chain of hand-overs. One walk back from the event, that
// marks what is before it: O(events) time, memory in threads, locks and variables. For explaining one finding, not for detecting.

import { BarrierRounds } from '../trace/barrier-rounds.ts';
import type { Columns } from '../trace/columns.ts';
import type { Position } from '../trace/id.ts';
import { accumulates } from '../trace/memory-model.ts';
import { Op } from '../trace/operation.ts';

/** An order between two threads: what was done at `from` is known at `to`. */
export interface Hop {
  readonly from: Position;
  readonly to: Position;
}

export interface OrderedPart {
  /** The last event of the thread that happens before the event. */
  readonly last: Position;
  /** The hand-overs from there to the event, in the order of time. */
  readonly hops: readonly Hop[];
}

/** `fork-join` leaves out what locks, atomics and barriers order. */
export type Orders = 'all' | 'fork-join';

/** The last event of `thread` that happens before the event at `position`; undefined if none does. */
export function lastBefore(trace: Columns, position: Position, thread: number, orders: Orders = 'all'): OrderedPart | undefined {
  const walk = new WalkBack(trace, position, orders);
  for (let e = position; e >= 0; e--) {
    if (!walk.step(e) || trace.threads[e] !== thread) continue;
    return { last: e, hops: walk.hops(thread) };
  }
  return undefined;
}

class WalkBack {
  private readonly trace: Columns;
  private readonly orders: Orders;
  private readonly goal: number;
  /** Thread → how it is known; a join is known before the last event of the joined is met. */
  private readonly reached = new Map<number, { from: Position; readonly to: Position } | undefined>();
  /** Thread → its earliest event that was met and is before. */
  private readonly earliest = new Map<number, Position>();
  /** What is waited for: lock, variable or round of a barrier → the event that comes after its hand-over. */
  private readonly exclusive = new Map<number, Position>();
  private readonly shared = new Map<number, Position>();
  private readonly volatiles = new Map<number, Position>();
  private readonly rounds = new Map<number, Position>();
  private readonly roundOf: ReadonlyMap<Position, number>;

  constructor(trace: Columns, position: Position, orders: Orders) {
    this.trace = trace;
    this.orders = orders;
    this.goal = trace.threads[position]!;
    this.reached.set(this.goal, undefined);
    this.roundOf = barrierRounds(trace, position);
  }

  /** Takes the events from the last to the first; true if the event is before the one that the walk began with, or that one. */
  step(e: Position): boolean {
    const t = this.trace.threads[e]!;
    if (!this.reached.has(t)) {
      const to = this.handedTo(e);
      if (to === undefined) return false;
      this.reached.set(t, { from: e, to });
    }
    const hop = this.reached.get(t);
    if (hop?.from === UNMET) hop.from = e;
    this.earliest.set(t, e);
    this.want(e);
    return true;
  }

  hops(thread: number): Hop[] {
    const hops: Hop[] = [];
    for (let t = thread; t !== this.goal; ) {
      const hop = this.reached.get(t)!;
      hops.push(hop);
      t = this.trace.threads[hop.to]!;
    }
    return hops;
  }

  /** The event, known to be before, that comes after this one because of what this one hands over. */
  private handedTo(e: Position): Position | undefined {
    const target = this.trace.targets[e]!;
    switch (this.trace.ops[e]) {
      case Op.fork:
        return this.earliest.get(target);
      case Op.release:
      case Op.wait:
        return this.exclusive.get(target) ?? this.shared.get(target);
      case Op.releaseShared:
        return this.exclusive.get(target);
      case Op.volatileWrite:
        return this.volatiles.get(target);
      case Op.barrierEnter:
        return this.rounds.get(this.roundOf.get(e)!);
    }
    return undefined;
  }

  /** What an event that is before comes after. */
  private want(e: Position): void {
    const target = this.trace.targets[e]!;
    const op = this.trace.ops[e];
    if (op === Op.join && !this.reached.has(target)) this.reached.set(target, { from: UNMET, to: e });
    // A read is ordered after the write that it saw, and only in some models after those before it.
    if (op === Op.volatileWrite && !accumulates(this.trace.memoryModel)) this.volatiles.delete(target);
    if (this.orders === 'fork-join') return;
    if (op === Op.acquire) this.exclusive.set(target, e);
    else if (op === Op.acquireShared) this.shared.set(target, e);
    else if (op === Op.volatileRead) this.volatiles.set(target, e);
    else if (op === Op.barrierExit) this.rounds.set(this.roundOf.get(e)!, e);
  }
}

const UNMET = -1;

/** Of each barrier event up to a position, the number of its round. */
function barrierRounds({ ops, threads, targets }: Columns, position: Position): ReadonlyMap<Position, number> {
  const roundOf = new Map<Position, number>();
  let count = 0;
  const rounds = new BarrierRounds<number>(() => count++);
  for (let e = 0; e <= position; e++) {
    const step = ops[e] === Op.barrierEnter ? 'enter' : ops[e] === Op.barrierExit ? 'exit' : undefined;
    const round = step && rounds[step](targets[e]!, threads[e]!);
    if (round !== undefined) roundOf.set(e, round.gathered);
  }
  return roundOf;
}
