// Adds to the order of a window all that follows from it: locks and reads tell which of two events must come first once something else is
// known. If that ends in a contradiction there is no schedule, and no search is needed; otherwise the search need not try what the order forbids. Sound
// in its window, not complete. (The saturation of Pavlogiannis, POPL 2020, and Cai et al., 2021, with critical sections that may stay open.)

import type { Meter } from '../../base/meter.ts';
import type { Ideals } from '../sync-preserving/ideals.ts';
import { WindowOrder } from './window-order.ts';
import { WindowReads } from './window-reads.ts';
import { WindowSections } from './window-sections.ts';

/** How often all is looked at again, and how often more turns out to be needed; there is nearly always less to find. */
const ROUNDS = 16;
const MORE = 8;
/** It begins only if it may take so many times what it takes to begin. */
const WORTH = 4;

export class Saturation {
  readonly order: WindowOrder;
  /** Per thread: what is needed for the two, as far as it is known. */
  readonly need: Uint32Array;
  private readonly reads: WindowReads;
  private readonly sections: WindowSections;

  constructor(must: Ideals, meter: Meter) {
    this.order = new WindowOrder(must.trace, meter);
    this.need = new Uint32Array(must.stride);
    this.reads = new WindowReads(must.trace, this.order);
    this.sections = new WindowSections(must, this.order, this.need);
  }

  /**
   * False if no schedule goes from `base` to all that is needed without the events of `ends`: thread → the event that it must not reach. Adds to
   * what is needed. Ends early, with less known, when it has taken so many steps.
   */
  run(base: Uint32Array, ends: ReadonlyMap<number, number>, steps: number): boolean {
    const { need, order, reads, sections } = this;
    const limit = order.steps + steps;
    order.clear();
    for (let more = 0; more < MORE; more++) {
      if (order.stepsFor(base, need) * WORTH > limit - order.steps || !order.begin(base, need)) return true;
      reads.begin();
      sections.begin(ends);
      if (!this.saturate(limit)) return false;
      for (const [t, end] of ends) if (need[t]! >= end) return false;
      if (!sections.hasGrown || order.steps > limit) return true;
    }
    return true;
  }

  /** Until nothing new follows, or more is needed. */
  private saturate(limit: number): boolean {
    const { order, reads, sections } = this;
    for (let round = 0; round < ROUNDS; round++) {
      const { count } = order;
      if (!reads.step() || !sections.step()) return false;
      if (order.count === count || sections.hasGrown || order.steps > limit) return true;
    }
    return true;
  }
}
