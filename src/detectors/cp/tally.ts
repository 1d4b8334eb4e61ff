// What the CP analyses count of the races that they report.

import type { CpSink } from './history.ts';

export class RaceTally {
  readonly counted = {
    observedRaces: 0,
    cpOnlyRaces: 0,
    /** Over the races that happens-before does not have. */
    longestDistance: 0,
    /** Locks, whose releases were simulated. */
    heldAtEnd: 0,
  };
  private readonly sink: CpSink;

  constructor(sink: CpSink) {
    this.sink = sink;
  }

  report(first: number, second: number, observed: boolean): void {
    const { counted } = this;
    if (observed) counted.observedRaces++;
    else {
      counted.cpOnlyRaces++;
      counted.longestDistance = Math.max(counted.longestDistance, second - first);
    }
    this.sink(first, second, observed);
  }
}
