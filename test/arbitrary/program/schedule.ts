// Runs a program under a scheduler to a well-formed trace. Nothing here is random: whoever calls chooses among the threads that
// can go on. A schedule that gets stuck (a deadlock of the program) ends early, with its open sections closed.

import { TraceBuilder } from '../../../src/trace/builder.ts';
import { Op } from '../../../src/trace/operation.ts';
import { Life, Ownership } from '../../../src/trace/ownership.ts';
import type { Random } from '../../../src/trace/random/prng.ts';
import type { Trace } from '../../../src/trace/trace.ts';
import { type Program, type Statement, statements } from './program.ts';

/**
 * Picks one of the threads that can go on, by its place in the list: they are sorted by the program's order of blocks, so that 0
 * runs block after block. `last` is the thread that went last, or -1.
 */
export type Choose = (able: readonly number[], last: number) => number;

export interface Limits {
  /** Ends the run after so many events. */
  readonly events?: number;
  /** Leaves the sections that are open at the end as they are, as in a recording that was cut. */
  readonly cut?: boolean;
}

export function schedule(program: Program, choose: Choose, limits: Limits = {}): Trace {
  return new Scheduler(program).run(choose, limits);
}

/** Stays with a thread for a few events, then takes any. */
export function randomly(random: Random, stay = 0.6): Choose {
  return (able, last) => {
    const same = able.indexOf(last);
    return same >= 0 && random.chance(stay) ? same : random.below(able.length);
  };
}

/** The order of blocks, disturbed where a number of the list is not 0. */
export function bySwitches(switches: readonly number[]): Choose {
  let step = 0;
  return (able) => (switches[step++] ?? 0) % able.length;
}

class Scheduler {
  private readonly code: Statement[][];
  private readonly builder = new TraceBuilder();
  private readonly ownership = new Ownership(true);
  private readonly locks = new Map<string, number>();
  /** Per thread: the next statement. */
  private readonly next: number[];
  /** Per thread: whether it may act: it was forked, or nobody forks it. */
  private readonly started: boolean[];
  /** Threads that may go on though they wait or are at a barrier. */
  private readonly woken = new Set<number>();
  /** Per thread: the holds that it took, the last one last, as statements that would take them. */
  private readonly holds: Statement[][];
  private events = 0;

  constructor(program: Program) {
    this.code = statements(program);
    this.next = this.code.map(() => 0);
    this.holds = this.code.map(() => []);
    const forked = new Set(this.code.flatMap((code) => code.filter(({ op }) => op === Op.fork).map(({ target }) => target)));
    this.started = this.code.map((_, thread) => !forked.has(`T${thread}`));
    for (const { op, target } of this.code.flat())
      if (op !== Op.fork && op !== Op.join && !this.locks.has(target)) this.locks.set(target, this.locks.size);
    this.ownership.grow({ threads: this.code.length, locks: this.locks.size, variables: 0, locations: 0 });
  }

  run(choose: Choose, { events = Number.POSITIVE_INFINITY, cut = false }: Limits): Trace {
    for (let last = -1; this.events < events; ) {
      const able = this.able();
      if (able.length === 0) break;
      last = able[choose(able, last)]!;
      this.step(last);
    }
    if (!cut) this.close();
    return this.builder.trace();
  }

  /** The threads that can go on; if there are none, those whom a spurious wake-up or a broken barrier lets go on. */
  private able(): number[] {
    let able = this.runnable();
    if (able.length === 0) {
      this.wake((life) => life === Life.waiting);
      able = this.runnable();
    }
    if (able.length === 0) {
      this.wake((life) => life === Life.atBarrier);
      able = this.runnable();
    }
    return able.sort((t, u) => this.ahead(t)!.block - this.ahead(u)!.block || t - u);
  }

  private runnable(): number[] {
    const able: number[] = [];
    for (let thread = 0; thread < this.code.length; thread++) if (this.started[thread] && this.mayGoOn(thread)) able.push(thread);
    return able;
  }

  private mayGoOn(thread: number): boolean {
    const statement = this.ahead(thread);
    if (statement === undefined) return false;
    const life = this.ownership.life[thread];
    if ((life === Life.waiting || life === Life.atBarrier) && !this.woken.has(thread)) return false;
    const { op, target } = statement;
    if (op === Op.join && !this.finished(this.threadOf(target))) return false;
    // A second fork of one thread is passed over.
    return op === Op.fork || this.ownership.refusal(op, thread, this.idOf(statement)) === undefined;
  }

  private step(thread: number): void {
    const statement = this.ahead(thread)!;
    this.next[thread]!++;
    const id = this.idOf(statement);
    if (statement.op === Op.fork && this.started[id]) return;
    this.put(thread, statement);
    switch (statement.op) {
      case Op.fork:
        this.started[id] = true;
        return;
      case Op.notify:
        this.wake((life, awaited) => life === Life.waiting && awaited === id);
        return;
      case Op.barrierEnter:
        if (this.allArrived(statement.target, id)) this.wake((life, awaited) => life === Life.atBarrier && awaited === id);
        return;
    }
  }

  private put(thread: number, statement: Statement): void {
    const { op, target, location } = statement;
    const resumed = this.ownership.life[thread] === Life.waiting;
    this.ownership.record(op, thread, this.idOf(statement), this.events++);
    this.builder.add(`T${thread}`, op, target, location);
    const holds = this.holds[thread]!;
    if (op === Op.acquire || op === Op.acquireShared) {
      if (!resumed) holds.push(statement);
      this.woken.delete(thread);
    } else if (op === Op.release || op === Op.releaseShared) {
      const taken = op === Op.release ? Op.acquire : Op.acquireShared;
      holds.splice(
        holds.findLastIndex((hold) => hold.op === taken && hold.target === target),
        1,
      );
    } else if (op === Op.barrierExit) {
      this.woken.delete(thread);
    }
  }

  /** Closes what is open, as far as threads that wait can get their locks back. */
  private close(): void {
    for (let progress = true; progress; ) {
      progress = false;
      for (let thread = 0; thread < this.code.length; thread++) {
        if (this.holds[thread]!.length === 0 || !this.settle(thread)) continue;
        progress = true;
        for (const { op, target, ...place } of [...this.holds[thread]!].reverse())
          this.put(thread, { op: op === Op.acquire ? Op.release : Op.releaseShared, target, ...place });
      }
    }
  }

  private settle(thread: number): boolean {
    const life = this.ownership.life[thread];
    if (life !== Life.waiting && life !== Life.atBarrier) return true;
    const statement = this.ahead(thread)!;
    if (this.ownership.refusal(statement.op, thread, this.idOf(statement)) !== undefined) return false;
    this.next[thread]!++;
    this.put(thread, statement);
    return true;
  }

  private wake(whom: (life: number, awaited: number) => boolean): void {
    const { life, awaited } = this.ownership;
    for (let thread = 0; thread < this.code.length; thread++) if (whom(life[thread]!, awaited[thread]!)) this.woken.add(thread);
  }

  /** All threads that still have to pass the barrier stand at it. */
  private allArrived(barrier: string, id: number): boolean {
    const { life, awaited } = this.ownership;
    return this.code.every(
      (code, thread) =>
        (life[thread] === Life.atBarrier && awaited[thread] === id && !this.woken.has(thread)) ||
        !code.slice(this.next[thread]).some(({ op, target }) => op === Op.barrierEnter && target === barrier),
    );
  }

  private finished(thread: number): boolean {
    return this.started[thread]! && this.next[thread]! >= this.code[thread]!.length;
  }

  private ahead(thread: number): Statement | undefined {
    return this.code[thread]![this.next[thread]!];
  }

  private idOf({ op, target }: Statement): number {
    return op === Op.fork || op === Op.join ? this.threadOf(target) : this.locks.get(target)!;
  }

  private threadOf(name: string): number {
    return Number(name.slice(1));
  }
}
