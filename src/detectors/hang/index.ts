// Threads that wait for each other, or for what nobody is left to do, when the trace ends. Sound: a cycle of waits cannot go on, whatever
// the schedule, since each lock in it is held by a thread of it; and a wait outside of a cycle is reported only where the recorder has
// seen that nothing else was left to end it. There is no witness: the run itself shows it. One look per event, and what is held at the end
// in a few words per thread and lock.

import { grown } from '../../base/grown.ts';
import type { EventBlock } from '../../trace/block.ts';
import { Op } from '../../trace/operation.ts';
import { FREE, Ownership, READERS } from '../../trace/ownership.ts';
import type { Analysis, DeadlockDetector, DeadlockSink } from '../detector.ts';
import { cyclesOf } from './cycles.ts';

/** Per operation that may be the last of a thread that waits. */
const BEGINS_TO_WAIT: readonly Op[] = [Op.request, Op.requestJoin, Op.wait, Op.barrierEnter];
const WAITS: Uint8Array = new Uint8Array(256);
for (const op of BEGINS_TO_WAIT) WAITS[op] = 1;

const ORDERS: readonly Op[] = [
  Op.acquire,
  Op.release,
  Op.acquireShared,
  Op.releaseShared,
  Op.wait,
  Op.barrierEnter,
  Op.barrierExit,
  Op.fork,
  Op.join,
];
const CHANGES_HANDS: Uint8Array = new Uint8Array(256);
for (const op of ORDERS) CHANGES_HANDS[op] = 1;

/** A thread that does not wait. */
const NOT_AT_ALL = 255;

class HangAnalysis implements Analysis {
  private readonly ownership = new Ownership(false);
  /** Per thread: how it waits (an operation) or NOT_AT_ALL, for what, since when, and whether the recorder says that this will never end. */
  private how = new Uint8Array(0);
  private wanted = new Uint32Array(0);
  private since = new Uint32Array(0);
  private isStuck = new Uint8Array(0);
  private cycles = 0;
  private lonely = 0;
  private readonly report: DeadlockSink;

  constructor(report: DeadlockSink) {
    this.report = report;
  }

  block(block: EventBlock): void {
    this.grow(block.bounds.threads);
    this.ownership.grow(block.bounds);
    const { start, length, ops, threads, targets, positions } = block;
    const { ownership, how } = this;
    for (let i = 0; i < length; i++) {
      const op = ops[i]!;
      const t = threads[i]!;
      if (op === Op.stuck) {
        this.isStuck[t] = 1;
        continue;
      }
      if (how[t] !== NOT_AT_ALL) this.goesOn(t);
      if (op <= Op.write) continue;
      if (WAITS[op] === 1) {
        how[t] = op;
        this.wanted[t] = targets[i]!;
        this.since[t] = positions?.[i] ?? start + i;
      }
      if (CHANGES_HANDS[op] === 1) ownership.record(op, t, targets[i]!, start + i);
    }
  }

  end(): void {
    const threads = [...this.how.keys()].filter((t) => this.how[t] !== NOT_AT_ALL);
    threads.sort((a, b) => this.since[a]! - this.since[b]!);
    const waiting = new Set(threads);
    const awaited = new Map(threads.map((t) => [t, this.awaits(t).filter((other) => waiting.has(other))]));
    for (const cycle of cyclesOf(awaited)) {
      this.cycles++;
      this.report({ cycle: cycle.map((t) => this.since[t]!) });
    }
    for (const t of threads) {
      if (this.isStuck[t] === 0 || awaited.get(t)!.length > 0) continue;
      this.lonely++;
      this.report({ cycle: [this.since[t]!] });
    }
  }

  counters(): Record<string, number> {
    return { cycles: this.cycles, lonelyWaits: this.lonely };
  }

  private goesOn(t: number): void {
    this.how[t] = NOT_AT_ALL;
    this.isStuck[t] = 0;
  }

  /** The threads without which it cannot go on. */
  private awaits(t: number): number[] {
    const wanted = this.wanted[t]!;
    if (this.how[t] === Op.requestJoin) return [wanted];
    if (this.how[t] !== Op.request) return [];
    const { holder, readers } = this.ownership;
    const by = holder[wanted]!;
    if (by === FREE) return [];
    return by === READERS ? [...readers.threads(wanted)] : [by - 1];
  }

  private grow(threads: number): void {
    const before = this.how.length;
    if (threads <= before) return;
    const room = Math.max(threads, 2 * before);
    this.how = grown(this.how, room).fill(NOT_AT_ALL, before);
    this.wanted = grown(this.wanted, room);
    this.since = grown(this.since, room);
    this.isStuck = grown(this.isStuck, room);
  }
}

export const hang: DeadlockDetector = {
  finds: 'deadlock',
  id: 'hang',
  title: 'Threads that wait for ever',
  paper: 'E. G. Coffman, M. J. Elphick and A. Shoshani, “System Deadlocks”, Computing Surveys 1971',
  claim: 'observed',
  reports: 'threads that waited for each other when the run ended, and waits that nobody was left to end',
  cost: 'O(1) per event; a few words per thread and lock',
  operations: [...new Set([...ORDERS, ...BEGINS_TO_WAIT, Op.stuck])],
  reentrant: true,
  analysis: (report) => new HangAnalysis(report),
};
