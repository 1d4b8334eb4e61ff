// What a thread does that helps `predict`: it builds ideals, checks witnesses, and forms opinions on pairs whose turn has not come yet.

import { Meter } from '../../base/meter.ts';
import type { Facts } from '../../witness/facts.ts';
import { Checks, type Refuted } from '../sync-preserving/checks.ts';
import { Ideals, type IdealsParts } from '../sync-preserving/ideals.ts';
import { TraceFull } from '../sync-preserving/trace-full.ts';
import { TraceIndex } from '../sync-preserving/trace-index.ts';
import { Judge } from './judge.ts';
import { PairDecision } from './pair-decision.ts';
import { foreseen, type Opinion, type Turn } from './speculation.ts';

export type HelpOrder =
  /** The trace that all else is about. */
  | { readonly kind: 'trace'; readonly trace: TraceIndex }
  | { readonly kind: 'ideals'; readonly budget: number }
  | {
      readonly kind: 'pairs';
      readonly must: IdealsParts;
      readonly nextWrites: Uint32Array;
      readonly window: number;
      readonly bytes: number;
    }
  | { readonly kind: 'verify'; readonly facts: Facts; readonly kept: Uint32Array; readonly keys: readonly number[] }
  | { readonly kind: 'foresee'; readonly turns: readonly Turn[]; readonly patience: number };

/** Ideals that another thread has built, and what that took; or that there was no memory for them. */
export type FarIdeals = { readonly parts: IdealsParts; readonly meter: Pick<Meter, 'used' | 'peak' | 'wished'> } | 'full';

/** Whether witnesses are proofs. */
export interface Verified {
  readonly refuted: Refuted | undefined;
}

export class Help {
  private trace: TraceIndex | undefined;
  private judge: Judge | undefined;

  answer(order: HelpOrder): FarIdeals | Verified | readonly (readonly Opinion[])[] | undefined {
    switch (order.kind) {
      case 'trace':
        this.judge = undefined;
        this.trace = TraceIndex.revived(order.trace);
        return undefined;
      case 'ideals':
        return this.ideals(order.budget);
      case 'pairs': {
        const ground = { must: Ideals.of(this.trace!, order.must), nextWrites: order.nextWrites };
        this.judge = new Judge((searching) => new PairDecision(ground, order.window, searching), order.bytes);
        return undefined;
      }
      case 'verify':
        return { refuted: new Checks(this.trace!, order.facts).refuted(order.kept, order.keys) };
      case 'foresee':
        return order.turns.map((turn) => foreseen(this.judge!, turn, order.patience));
    }
  }

  private ideals(budget: number): FarIdeals {
    const meter = new Meter(budget);
    try {
      const { parts } = new Ideals(this.trace!, true, meter);
      const { used, peak, wished } = meter;
      return { parts, meter: { used, peak, wished } };
    } catch (error) {
      if (!(error instanceof TraceFull)) throw error;
      return 'full';
    }
  }
}
