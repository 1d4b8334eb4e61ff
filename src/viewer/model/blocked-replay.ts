// Runs the events of a trace again in their order, where some were added: a thread that must wait for a lock, a join, a barrier or a notify waits, and
// its events come later, as they would in the program. What waits for ever is told. O(events) where little is delayed. It knows nothing of what is read.

import type { Columns } from '../../trace/columns.ts';
import { Op } from '../../trace/operation.ts';
import { factsOf } from '../../witness/facts.ts';
import { Replay } from '../../witness/replay.ts';

/** A thread that never goes on: at which event, and whom it waits for, if that is somebody. */
export interface Stuck {
  readonly thread: number;
  readonly at: number;
  readonly holder: number | undefined;
}

export interface Replayed {
  /** The events in the order in which they came. */
  readonly order: Uint32Array;
  /** Those that came later than they were. */
  readonly delayed: number;
  readonly stuck: readonly Stuck[];
}

/** Why an event must wait: the thread that it waits for, or nobody in particular. */
interface Obstacle {
  readonly holder: number | undefined;
}

/** Events after which somebody who waits may go on. */
const WAKES: ReadonlySet<number> = new Set([Op.release, Op.releaseShared, Op.wait, Op.notify, Op.fork, Op.barrierEnter]);

export function replayed(columns: Columns): Replayed {
  return new BlockedReplay(columns).run();
}

class BlockedReplay {
  private readonly columns: Columns;
  private readonly facts;
  private readonly state: Replay;
  private readonly order: Uint32Array;
  private done = 0;
  private delayed = 0;
  /** Per thread that waits: its events that came since, of which the first cannot go on. */
  private readonly queues = new Map<number, number[]>();

  constructor(columns: Columns) {
    this.columns = columns;
    this.facts = factsOf(columns);
    this.state = new Replay(columns, this.facts);
    this.order = new Uint32Array(columns.length);
  }

  run(): Replayed {
    const { threads, length } = this.columns;
    for (let e = 0; e < length; e++) {
      const queue = this.queues.get(threads[e]!);
      if (queue !== undefined) queue.push(e);
      else if (this.obstacle(e) !== undefined) this.queues.set(threads[e]!, [e]);
      else {
        this.perform(e);
        if (this.queues.size > 0 && this.wakes(e)) this.drain();
      }
    }
    const stuck = [...this.queues].map(([thread, [at]]) => ({ thread, at: at!, holder: this.obstacle(at!)?.holder }));
    return { order: this.order.subarray(0, this.done), delayed: this.delayed, stuck };
  }

  private perform(e: number): void {
    this.state.perform(e, this.done);
    this.order[this.done++] = e;
  }

  /** Also the last event of a thread, which may be joined. */
  private wakes(e: number): boolean {
    const thread = this.columns.threads[e]!;
    return WAKES.has(this.columns.ops[e]!) || this.state.progress[thread] === this.facts.sizes[thread];
  }

  /** Lets those go on that can, as far as they can, until nobody can. */
  private drain(): void {
    for (let again = true; again; ) {
      again = false;
      for (const [thread, queue] of this.queues) {
        let next = 0;
        while (next < queue.length && this.obstacle(queue[next]!) === undefined) this.perform(queue[next++]!);
        this.delayed += next;
        if (next === 0) continue;
        again = true;
        if (next === queue.length) this.queues.delete(thread);
        else this.queues.set(thread, queue.slice(next));
      }
    }
  }

  private obstacle(e: number): Obstacle | undefined {
    const { ops, threads, targets } = this.columns;
    const { facts, state } = this;
    const t = threads[e]!;
    const x = targets[e]!;
    const fork = facts.forks[t]!;
    if (fork !== 0 && !state.isDone(fork - 1)) return { holder: threads[fork - 1]! };
    switch (ops[e]) {
      case Op.acquire:
        return this.taken(x, t, false) ?? this.asleep(e, t);
      case Op.acquireShared:
        return this.taken(x, t, true);
      case Op.join:
        return state.progress[x] === facts.sizes[x] ? undefined : { holder: x };
      case Op.barrierEnter:
        return this.incomplete(facts.previousRounds[facts.rounds.get(e)!]! - 1);
      case Op.barrierExit:
        return this.incomplete(facts.rounds.get(e)!);
    }
    return undefined;
  }

  private taken(lock: number, t: number, shared: boolean): Obstacle | undefined {
    const holder = this.state.locks.obstacle(lock, t, shared);
    return holder < 0 ? undefined : { holder };
  }

  /** The acquire that ends a wait comes after the notify that ended it, and that after the wait. */
  private asleep(e: number, t: number): Obstacle | undefined {
    const notify = this.facts.sources[e]! - 1;
    if (notify < 0) return undefined;
    let wait = e - 1;
    while (this.columns.threads[wait] !== t) wait--;
    if (this.state.stepOf(notify) > this.state.stepOf(wait)) return undefined;
    return { holder: this.state.isDone(notify) ? undefined : this.columns.threads[notify]! };
  }

  private incomplete(round: number): Obstacle | undefined {
    if (round < 0 || this.state.arrived[round] === this.facts.arrivals[round]) return undefined;
    return { holder: undefined };
  }
}
