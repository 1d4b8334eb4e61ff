// Locks that are taken away from their holders (navigator.locks with `steal`): they exclude nobody, since who has lost one goes on. In the trace they
// are order alone, kept by every schedule: a release comes before later acquires, unless it is of somebody who may have lost the lock before.

import { Raw } from '../format.ts';
import { Channels } from './channels.ts';
import type { EventOutput } from './event-output.ts';

interface StolenLock {
  /** How often somebody was about to steal it so far. */
  steals: number;
  /** Thread → of each time that it has it, how often that had been then; the first one first. */
  readonly held: Map<number, number[]>;
}

export class StolenLocks {
  private readonly locks = new Map<number, StolenLock>();
  /** Readers do not come after readers. */
  private readonly writers: Channels;
  private readonly readers: Channels;

  constructor(output: EventOutput, newVariable: (period: number) => number) {
    this.writers = new Channels(output, newVariable);
    this.readers = new Channels(output, newVariable);
  }

  steal(period: number): void {
    this.lock(period).steals++;
  }

  event(kind: number, period: number, thread: number, location: number): void {
    const { held, steals } = this.lock(period);
    const own = held.get(thread) ?? [];
    held.set(thread, own);
    switch (kind) {
      case Raw.acquire:
      case Raw.acquireShared:
        own.push(steals);
        this.writers.receive(period, thread, location);
        if (kind === Raw.acquire) this.readers.receive(period, thread, location);
        return;
      case Raw.release:
      case Raw.releaseShared: {
        const isKept = own[0] === steals;
        own.shift();
        // Which of them is given up is not known: the first may be one that was lost.
        if (isKept) (kind === Raw.release ? this.writers : this.readers).send(period, thread, location);
      }
    }
  }

  private lock(period: number): StolenLock {
    let lock = this.locks.get(period);
    if (lock === undefined) {
      lock = { steals: 0, held: new Map() };
      this.locks.set(period, lock);
    }
    return lock;
  }
}
