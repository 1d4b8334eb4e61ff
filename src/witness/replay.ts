// The state of a program while the checker replays schedules of it: how far each thread is, what each cell holds, who holds which lock.
// Nearly all of a witness is the beginning of the trace itself, as it was: that is replayed once and kept, and only what comes after is
// taken back. (955 witnesses in a million events: 433 million steps, 424 million of them the same as in the witness before.)

import type { Columns } from '../trace/columns.ts';
import { ACCESS_KINDS, isWrite, NO_ACCESS, Op } from '../trace/operation.ts';
import type { Facts } from './facts.ts';
import { ReplayedLocks } from './locks.ts';

/** At least so many events, and so many per thread, lie between two places to which the beginning can be taken back. */
const SPACING = 4096;
const SPACING_PER_THREAD = 16;

/** The state after the first events of the trace, as far as it is not told by the trace. */
interface Place {
  readonly at: number;
  readonly progress: Uint32Array;
  readonly locks: ReplayedLocks;
}

export class Replay {
  /** Per thread: how many of its events are done. */
  readonly progress: Uint32Array;
  /** Per cell: the write that it holds plus one. */
  readonly contents: Uint32Array;
  /** Per barrier round: how many have arrived. */
  readonly arrived: Uint32Array;
  locks = new ReplayedLocks();
  /** Wait or notify → its step, once it is done. */
  private readonly done = new Map<number, number>();
  private readonly trace: Columns;
  private readonly facts: Facts;
  private readonly spacing: number;
  /** What was replayed of the beginning of the trace: all places so far, the last of which is the end of it; and what cells held there. */
  private readonly places: Place[];
  private readonly held: Uint32Array;

  constructor(trace: Columns, facts: Facts, spacing?: number) {
    const { threads } = trace.bounds;
    this.trace = trace;
    this.facts = facts;
    this.spacing = spacing ?? Math.max(SPACING, SPACING_PER_THREAD * threads);
    this.progress = new Uint32Array(threads);
    this.contents = new Uint32Array(facts.cellCount);
    this.held = new Uint32Array(facts.cellCount);
    this.arrived = new Uint32Array(facts.arrivals.length);
    this.places = [{ at: 0, progress: new Uint32Array(threads), locks: new ReplayedLocks() }];
  }

  /** How many events of the beginning of the trace are done when nothing else is. */
  get kept(): number {
    return this.places.at(-1)!.at;
  }

  /** The step of a wait or notify, or -1. */
  stepOf(e: number): number {
    return this.done.get(e) ?? -1;
  }

  isDone(e: number): boolean {
    return this.facts.order[e]! < this.progress[this.trace.threads[e]!]!;
  }

  perform(e: number, step: number): void {
    const { ops, threads, targets } = this.trace;
    const { locks } = this;
    const t = threads[e]!;
    const x = targets[e]!;
    this.progress[t]!++;
    switch (ops[e]) {
      case Op.write:
      case Op.volatileWrite:
      case Op.relaxedWrite:
        this.contents[this.facts.cells[e]!] = e + 1;
        break;
      case Op.acquire:
        locks.acquire(x, t, false);
        break;
      case Op.acquireShared:
        locks.acquire(x, t, true);
        break;
      case Op.release:
        locks.release(x, t, false);
        break;
      case Op.releaseShared:
        locks.release(x, t, true);
        break;
      case Op.wait:
        locks.wait(x, t);
        this.done.set(e, step);
        break;
      case Op.notify:
        this.done.set(e, step);
        break;
      case Op.barrierEnter:
        this.arrived[this.facts.rounds.get(e)!]!++;
        break;
    }
  }

  /** What is kept ends at `end` or earlier from now on. */
  shorten(end: number): void {
    const { places, facts, trace } = this;
    const last = this.kept;
    while (this.kept > end) places.pop();
    for (let e = last - 1; e >= this.kept; e--) {
      if (writes(trace.ops[e]!)) this.held[facts.cells[e]!] = this.contents[facts.cells[e]!] = facts.sources[e]!;
      else this.forget(e);
    }
    this.restore();
  }

  /** Where the next place may be that is kept, if the beginning of the trace is replayed up to `end`. */
  nextPlace(end: number): number {
    return Math.min(end, this.kept + this.spacing);
  }

  /** The beginning of the trace was replayed up to `at`: kept. A place that is too near to the one before it is given up for this. */
  keep(at: number): void {
    const { places, facts, trace } = this;
    for (let e = this.kept; e < at; e++) if (writes(trace.ops[e]!)) this.held[facts.cells[e]!] = e + 1;
    if (places.length > 1 && at - places.at(-2)!.at < this.spacing) places.pop();
    places.push({ at, progress: this.progress.slice(), locks: this.locks.copy() });
  }

  /** Takes back the events of a schedule that are not kept. */
  takeBack(events: Uint32Array | Float64Array): void {
    const { facts, trace, held, contents } = this;
    for (let i = 0; i < events.length; i++) {
      const e = events[i]!;
      if (writes(trace.ops[e]!)) contents[facts.cells[e]!] = held[facts.cells[e]!]!;
      else this.forget(e);
    }
    this.restore();
  }

  private restore(): void {
    const { progress, locks } = this.places.at(-1)!;
    this.progress.set(progress);
    this.locks = locks.copy();
  }

  private forget(e: number): void {
    const op = this.trace.ops[e]!;
    if (op === Op.wait || op === Op.notify) this.done.delete(e);
    else if (op === Op.barrierEnter) this.arrived[this.facts.rounds.get(e)!]!--;
  }
}

function writes(op: number): boolean {
  return isWrite(op) && ACCESS_KINDS[op] !== NO_ACCESS;
}
