// Which races get a witness. A witness is as long as what must happen before the race, so that their total length is bounded: a pair of
// places in the code that was not seen before gets one first, another variable there only while there is much room, the same variable only
// while there is more: findings show one race of a variable at a pair of places.

import type { Meter } from '../../base/meter.ts';

/**
 * Events that all witnesses of sync-preserving races have together: this many, or this many times the trace. An event of a witness
 * costs about 20 ns to check.
 */
const LEAST_ROOM = 16_000_000;
const ROOM_PER_EVENT = 16;
/** Of these, as many as other variables at the same places may have. */
const LEAST_FOR_VARIABLES = 8_000_000;
const FOR_VARIABLES_PER_EVENT = 2;
/** Events that all witnesses may have before the same variable at the same places gets no second one. */
const FOR_REPETITIONS = 1_000_000;

/** What a pair of places costs in the sets here, in bytes. */
const PLACE = 128;

export class WitnessRoom {
  /** Races that got none. */
  omitted = 0;
  private readonly meter: Meter;
  private events = 0;
  /** Pairs of places, and per variable those at which it has a witness. */
  private readonly places = new Set<number>();
  private readonly variables = new Map<number, Set<number>>();
  private used = 0;

  constructor(meter: Meter) {
    this.meter = meter;
  }

  /** There are so many events more to find races in. */
  extend(events: number): void {
    this.events += events;
  }

  /** Whether a witness of so many events is wanted for a race of the variable at a pair of places. */
  wanted(place: number, variable: number, length: number): boolean {
    const known = this.variables.get(variable);
    if (this.used + length > this.limit(place, known) || !(known?.has(place) || this.meter.take(PLACE))) {
      this.omitted++;
      return false;
    }
    this.places.add(place);
    if (known === undefined) this.variables.set(variable, new Set([place]));
    else known.add(place);
    this.used += length;
    return true;
  }

  private limit(place: number, known: ReadonlySet<number> | undefined): number {
    if (!this.places.has(place)) return Math.max(LEAST_ROOM, this.events * ROOM_PER_EVENT);
    return known?.has(place) ? FOR_REPETITIONS : Math.max(LEAST_FOR_VARIABLES, this.events * FOR_VARIABLES_PER_EVENT);
  }
}
