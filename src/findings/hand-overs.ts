// For an event, the event of another thread that it directly comes after: the last release for an acquire, the fork for the first
// event of a thread, the last event of the joined for a join, the write for an atomic read, the last arrival for the exit of a
// barrier. These are the arrows between threads; program order gives the rest. O(1) per event, objects for synchronisation only.

import { BarrierRounds } from '../trace/barrier-rounds.ts';
import { Op } from '../trace/operation.ts';

/** An event, as much of it as a picture needs. */
export interface SeenEvent {
  readonly position: number;
  readonly op: number;
  readonly thread: number;
  readonly target: number;
  readonly location: number;
  /** How many events its thread did before it. */
  readonly order: number;
}

export class HandOvers {
  private readonly released = new Map<number, SeenEvent>();
  private readonly sharedReleased = new Map<number, SeenEvent>();
  private readonly volatiles = new Map<number, SeenEvent>();
  private readonly forks = new Map<number, SeenEvent>();
  /** The last arrival of a round. */
  private readonly rounds = new BarrierRounds<SeenEvent | undefined>(() => undefined);

  /** Takes an event that is no plain access; returns what it comes after. Joins are the caller's: it knows the last events. */
  step(event: SeenEvent): SeenEvent | undefined {
    const { op, thread, target } = event;
    switch (op) {
      case Op.acquire:
        return later(this.released.get(target), this.sharedReleased.get(target));
      case Op.acquireShared:
        return this.released.get(target);
      case Op.volatileRead:
        return this.volatiles.get(target);
      case Op.release:
      case Op.wait:
        this.released.set(target, event);
        break;
      case Op.releaseShared:
        this.sharedReleased.set(target, event);
        break;
      case Op.volatileWrite:
        this.volatiles.set(target, event);
        break;
      case Op.fork:
        this.forks.set(target, event);
        break;
      case Op.barrierEnter:
        this.rounds.enter(target, thread).gathered = event;
        break;
      case Op.barrierExit:
        return this.rounds.exit(target, thread)?.gathered;
    }
    return undefined;
  }

  /** The fork of a thread. */
  fork(thread: number): SeenEvent | undefined {
    return this.forks.get(thread);
  }
}

function later(a: SeenEvent | undefined, b: SeenEvent | undefined): SeenEvent | undefined {
  return a !== undefined && (b === undefined || a.position > b.position) ? a : b;
}
