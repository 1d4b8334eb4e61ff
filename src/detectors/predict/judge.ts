// What there is to say about a pair, and what it cost to find out. All of it follows from the trace, the pair and the patience alone, not from
// the pairs before it or from what is left of a budget or of the memory: so it may be found out ahead, and by another thread.

import { Meter } from '../../base/meter.ts';
import type { Schedule } from '../sync-preserving/schedules.ts';
import type { Answer, PairDecision } from './pair-decision.ts';

export interface Cost {
  readonly steps: number;
  /** The most memory that it took at a time, and whether it would have taken more. */
  readonly bytes: number;
  readonly starved: boolean;
}

/** What is seen without a search. */
export interface Glimpse extends Cost {
  readonly kind: 'refuted' | 'reversal' | 'open';
  readonly schedule?: Schedule | undefined;
}

export interface Searched extends Cost {
  readonly answer: Answer;
  readonly schedule?: Schedule | undefined;
  /** With fewer steps than this the answer might be another. */
  readonly limit: number;
}

export interface Opinions {
  /** `optimistic`: whether it is asked for a reversal, too. */
  glimpse(first: number, second: number, optimistic: boolean): Glimpse;
  /** No patience is a glance. */
  search(first: number, second: number, patience: number, budget: number): Searched;
}

export class Judge implements Opinions {
  private readonly decision: PairDecision;
  /** Counts what a pair takes. */
  private readonly meter: Meter;
  /** The pair that the decision was asked about last. */
  private first = -1;
  private second = -1;

  /** `decide` makes what decides, with the memory that it may take for a pair. */
  constructor(decide: (searching: Meter) => PairDecision, bytes: number) {
    this.meter = new Meter(bytes);
    this.decision = decide(this.meter);
  }

  glimpse(first: number, second: number, optimistic: boolean): Glimpse {
    const { decision } = this;
    return this.costed(() => {
      const isRefuted = this.refutes(first, second);
      const isReversal = !isRefuted && optimistic && decision.isReversal([first, second]);
      if (isReversal) return { kind: 'reversal', schedule: decision.schedule } as const;
      return { kind: isRefuted ? 'refuted' : 'open' } as const;
    });
  }

  search(first: number, second: number, patience: number, budget: number): Searched {
    const { decision } = this;
    // What must come before the two is found out anew where that was another pair's.
    if (first !== this.first || second !== this.second) this.refutes(first, second);
    return this.costed(() => {
      const answer = patience === 0 ? decision.glance([first, second], budget) : decision.look([first, second], budget, patience);
      return { answer, schedule: answer === 'race' ? decision.schedule : undefined, limit: decision.limit };
    });
  }

  private refutes(first: number, second: number): boolean {
    this.first = first;
    this.second = second;
    return this.decision.refutes(first, second);
  }

  private costed<T>(work: () => T): T & Cost {
    const { decision, meter } = this;
    const before = decision.spent;
    meter.peak = 0;
    meter.full = false;
    const done = work();
    return { ...done, steps: decision.spent - before, bytes: meter.peak, starved: meter.full };
  }
}
