// Sulzmann's VC_RaceLoc, optimised form: per variable one vector clock of its writes, Wv(x), and one of its reads, Rv(x), in
// which an access sets the entry of its thread; an access is a race location if the clock is not below its own. Flags exactly
// the accesses that race with an earlier one. O(threads that touch the variable) per access, 12 to 24 bytes for each of them.
// The entries also know their positions, so that the latest access that the location races with can be named.

import { LastAccesses } from '../clocks/access-sets.ts';
import type { Position } from '../trace/id.ts';
import { UNKNOWN } from '../trace/outcome.ts';
import { AccessAnalysis, HAPPENS_BEFORE_OPERATIONS } from './access-analysis.ts';
import type { RaceDetector } from './detector.ts';

class Locations extends AccessAnalysis {
  private readonly clocks = new LastAccesses();

  protected check(clock: number, t: number, position: Position): number {
    const earlier = this.clocks.latestUnordered(clock, t, this.hb);
    if (earlier === UNKNOWN) return 0;
    this.report(earlier, position);
    return 1;
  }

  protected add(clock: number, t: number, position: Position): number {
    const { clocks, hb } = this;
    return clocks.put(clock === 0 ? clocks.create() : clock, t, hb.times[t]!, position);
  }

  protected release(clock: number): void {
    this.clocks.release(clock);
  }

  protected passReads(): void {}
}

export const hbLocations: RaceDetector = {
  finds: 'race',
  id: 'hb-locations',
  title: 'Happens-before, race locations',
  paper: 'Sulzmann, Dynamic data race prediction, algorithm VC_RaceLoc_Optimized',
  claim: 'observed',
  needs: 'happens-before',
  reports: 'every access that races with an earlier one, with the latest write and the latest read that it races with',
  cost: 'O(threads that touch the variable) per access; memory grows with variables times the threads that touch each',
  operations: HAPPENS_BEFORE_OPERATIONS,
  reentrant: true,
  analysis: (report) => new Locations(report),
};
