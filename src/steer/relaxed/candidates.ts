// Relaxed candidates: pairs of accesses that could meet in the real program if reads may see other writes than they saw in this run. A correct reordering keeps
// what every read saw, so no predictor may claim these; they are for trying, and a pair that really met is no prediction any more.
//
// Complete: every pair that races in some schedule of the threads' events, in which reads see anything, is one. Two that conflict are none only if they are
// ordered by forks, joins and barriers, or hold a lock in common. Not sound, on purpose. One candidate per pair of places; memory grows with the places of a
// variable, at most `MOST_GROUPS` of them.

import type { EventBlock } from '../../trace/block.ts';
import { Lowering } from '../../trace/lowering.ts';
import { Op } from '../../trace/operation.ts';
import { type Changed, ChangedReads } from './changed-reads.ts';
import { MustOrder } from './must-order.ts';
import { type Protection, Protections } from './protection.ts';

/** One of the two accesses. */
export interface Side {
  readonly thread: number;
  readonly position: number;
  readonly location: number;
  readonly writes: boolean;
  readonly isAtomic: boolean;
}

export interface Candidate extends Changed {
  readonly variable: number;
  /** In the order of the trace. */
  readonly first: Side;
  readonly second: Side;
}

/** Accesses that are alike: the first of them stands for all. */
interface Group extends Side, Protection {
  readonly time: number;
}

const UNDERSTOOD: readonly Op[] = [
  Op.read,
  Op.write,
  Op.acquire,
  Op.release,
  Op.acquireShared,
  Op.releaseShared,
  Op.fork,
  Op.join,
  Op.volatileRead,
  Op.volatileWrite,
  Op.relaxedRead,
  Op.relaxedWrite,
  Op.barrierEnter,
  Op.barrierExit,
];

/** Of one variable; what is beyond is not looked at, and counted. */
const MOST_GROUPS = 256;

export class CandidateSearch {
  /** Accesses of variables that have too many places. */
  passedOver = 0;
  private readonly order = new MustOrder();
  private readonly locks = new Protections();
  private readonly reads = new ChangedReads();
  private readonly groups = new Map<number, Group[]>();
  private readonly found = new Map<string, Candidate>();
  private readonly lowering = new Lowering(UNDERSTOOD, false, (block) => this.lowered(block));

  block(events: EventBlock): void {
    this.lowering.lower(events);
  }

  /** Those that change least first. */
  candidates(): Candidate[] {
    return [...this.found.values()].sort(compare);
  }

  private lowered({ start, length, ops, threads, targets, locations, positions }: EventBlock): void {
    for (let i = 0; i < length; i++) this.event(ops[i]!, threads[i]!, targets[i]!, locations[i]!, positions?.[i] ?? start + i);
  }

  private event(op: number, t: number, target: number, location: number, position: number): void {
    switch (op) {
      case Op.acquire:
        this.locks.acquire(t, target);
        break;
      case Op.release:
        this.locks.release(t, target);
        break;
      case Op.acquireShared:
        this.locks.share(t, target);
        break;
      case Op.releaseShared:
        this.locks.unshare(t, target);
        break;
      case Op.fork:
        this.order.fork(t, target);
        break;
      case Op.join:
        this.order.join(t, target);
        break;
      case Op.barrierEnter:
        this.order.enter(t, target);
        break;
      case Op.barrierExit:
        this.order.exit(t, target);
        break;
      default: {
        const writes = op === Op.write || op === Op.volatileWrite || op === Op.relaxedWrite;
        if (!writes) this.reads.read(t, target, position);
        this.access(target, { thread: t, position, location, writes, isAtomic: op !== Op.read && op !== Op.write });
        if (writes) this.reads.write(t, target, position);
      }
    }
  }

  private access(variable: number, side: Side): void {
    const { thread, location, writes, isAtomic } = side;
    const { held, alone } = this.locks.of(thread);
    const time = this.order.now(thread);
    const all = this.groups.get(variable) ?? [];
    this.groups.set(variable, all);
    for (const group of all)
      if (
        group.thread === thread &&
        group.location === location &&
        group.writes === writes &&
        group.isAtomic === isAtomic &&
        group.held === held &&
        group.alone === alone &&
        group.time === time
      )
        return;
    if (all.length >= MOST_GROUPS) {
      this.passedOver++;
      return;
    }
    const own = { ...side, held, alone, time };
    for (const other of all) if (this.mayMeet(other, own)) this.add(variable, other, own);
    all.push(own);
  }

  /** `a` was before `b`, which is now. */
  private mayMeet(a: Group, b: Group): boolean {
    if (a.thread === b.thread || !(a.writes || b.writes) || (a.isAtomic && b.isAtomic)) return false;
    return !this.order.isBefore(a.thread, a.time, b.thread) && !this.locks.exclude(a, b);
  }

  private add(variable: number, first: Group, second: Group): void {
    const key = [first, second]
      .map(({ location, writes }) => `${location} ${writes ? 'w' : 'r'}`)
      .sort()
      .join(' ');
    const changed = this.reads.between(first.thread, first.position, second.thread, second.position);
    const candidate = { variable, first: sideOf(first), second: sideOf(second), ...changed };
    const known = this.found.get(key);
    if (known === undefined || compare(candidate, known) < 0) this.found.set(key, candidate);
  }
}

function sideOf({ thread, position, location, writes, isAtomic }: Group): Side {
  return { thread, position, location, writes, isAtomic };
}

function compare(a: Candidate, b: Candidate): number {
  return a.looked - b.looked || a.reads - b.reads || a.second.position - b.second.position || a.first.position - b.first.position;
}
