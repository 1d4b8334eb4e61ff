// What is handed to helpers while this thread is at something else: the dearer ideals while the rest is made ready, witnesses while
// pairs are decided, and pairs ahead of their turn. Without helpers, and if they do not answer, all is done here.

import type { Meter } from '../../base/meter.ts';
import { type Facts, factsOf } from '../../witness/facts.ts';
import type { Helpers, Pending } from '../helpers.ts';
import type { Refuted } from '../sync-preserving/checks.ts';
import { Ideals } from '../sync-preserving/ideals.ts';
import type { Proofs } from '../sync-preserving/proofs.ts';
import type { TraceIndex } from '../sync-preserving/trace-index.ts';
import type { FarIdeals, HelpOrder, Verified } from './help.ts';
import type { Judge } from './judge.ts';
import type { Ground } from './pair-decision.ts';
import { Speculation } from './speculation.ts';

/** A pair takes about as long to decide as so many events take to be read. */
const PAIR = 10_000;

export class Crew {
  /** What the checker knows of the trace, if there was time for that. */
  facts: Facts | undefined;
  private readonly helpers: Helpers | undefined;
  private readonly trace: TraceIndex;
  private isTold = false;

  constructor(helpers: Helpers | undefined, trace: TraceIndex) {
    this.helpers = helpers;
    this.trace = trace;
  }

  /** Begins to build the ideals of sync-preservation. They are to be had at the end of what takes memory. */
  ideals(meter: Meter): () => Ideals {
    const { helpers, trace } = this;
    if (!helpers?.areWorth(trace.columns.length)) return () => new Ideals(trace, true, meter);
    this.tellTrace(helpers);
    const pending = ask<FarIdeals>(helpers, { kind: 'ideals', budget: meter.budget - meter.used });
    return () => this.builtIdeals(pending, meter);
  }

  /** Begins to check witnesses; gives who has the answer. */
  verify(proofs: Proofs): () => Refuted | undefined {
    const { helpers } = this;
    const { kept, keys } = proofs.toCheck();
    const here = () => proofs.checks.refuted(kept, keys);
    if (helpers === undefined || !this.isTold || keys.length === 0) return here;
    const pending = ask<Verified>(helpers, { kind: 'verify', facts: proofs.checks.facts, kept, keys });
    return () => {
      const verified = pending.wait();
      return verified === undefined ? here() : verified.refuted;
    };
  }

  /** Undefined if so many pairs are not worth it. Each helper may take so many bytes for a pair. */
  speculation(pairs: number, own: Judge, { must, nextWrites }: Ground, window: number, bytes: number): Speculation | undefined {
    const { helpers } = this;
    if (!helpers?.areWorth(pairs * PAIR)) return undefined;
    this.tellTrace(helpers);
    const order: HelpOrder = { kind: 'pairs', must: must.parts, nextWrites, window, bytes };
    for (let h = 0; h < helpers.count; h++) helpers.tell(h, order);
    return new Speculation(own, helpers);
  }

  private tellTrace(helpers: Helpers): void {
    if (this.isTold) return;
    this.isTold = true;
    const order: HelpOrder = { kind: 'trace', trace: this.trace };
    for (let h = 0; h < helpers.count; h++) helpers.tell(h, order);
  }

  /** As if they were built here and now, or else they are. */
  private builtIdeals(pending: Pending<FarIdeals>, meter: Meter): Ideals {
    const { trace } = this;
    if (!pending.isReady()) this.facts = factsOf(trace.columns);
    const far = pending.wait();
    if (far === undefined || far === 'full' || meter.used + far.meter.wished > meter.budget)
      return new Ideals(trace, true, meter);
    meter.take(far.meter.peak);
    meter.give(far.meter.peak - far.meter.used);
    return Ideals.of(trace, far.parts);
  }
}

function ask<Answer>(helpers: Helpers, order: HelpOrder): Pending<Answer> {
  return helpers.ask<Answer>(0, order);
}
