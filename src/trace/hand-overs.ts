// For an event, the event of another thread that it directly comes after: the last release for an acquire, the fork for the first
// event of a thread, the last event of the joined for a join, the write for an atomic read, the last arrival for the exit of a
// barrier. These are the arrows between threads; program order gives the rest. O(1) per event; what stands for an event is the caller's.

import { BarrierRounds } from './barrier-rounds.ts';
import { Op } from './operation.ts';

/** What an arrow between two threads stands for. */
export type OrderKind = 'lock' | 'fork' | 'join' | 'atomic' | 'barrier';

export class HandOvers<Seen> {
  private readonly released = new Map<number, Seen>();
  /** The last one of a reader since the last exclusive one. */
  private readonly sharedReleased = new Map<number, Seen>();
  private readonly volatiles = new Map<number, Seen>();
  private readonly forks = new Map<number, Seen>();
  /** The last arrival of a round. */
  private readonly rounds = new BarrierRounds<Seen | undefined>(() => undefined);

  /** Takes an event that is no plain access; returns what it comes after. Joins are the caller's: it knows the last events. */
  step(op: number, thread: number, target: number, event: Seen): Seen | undefined {
    switch (op) {
      case Op.acquire:
        return this.sharedReleased.get(target) ?? this.released.get(target);
      case Op.acquireShared:
        return this.released.get(target);
      case Op.volatileRead:
        return this.volatiles.get(target);
      case Op.release:
      case Op.wait:
        this.released.set(target, event);
        this.sharedReleased.delete(target);
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
  fork(thread: number): Seen | undefined {
    return this.forks.get(thread);
  }
}

/** What orders two events of which the second directly comes after the first. */
export function orderKind(from: { op: number; target: number }, to: { op: number; thread: number }): OrderKind {
  if (from.op === Op.fork && from.target === to.thread) return 'fork';
  if (to.op === Op.join) return 'join';
  if (to.op === Op.volatileRead) return 'atomic';
  return to.op === Op.barrierExit ? 'barrier' : 'lock';
}
