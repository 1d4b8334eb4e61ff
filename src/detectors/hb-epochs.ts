// Sulzmann's VC_RaceLoc_epochs: per variable a set of write epochs and a set of read epochs; an access is a race location if
// an epoch j#k that it conflicts with has k > Th(i)(j). Flags exactly the accesses that race with an earlier one, each with
// the latest write and the latest read that it races with. O(concurrent accesses) per access, and 12 bytes for each of them.

import { ConcurrentAccesses } from '../clocks/access-sets.ts';
import type { Position } from '../trace/id.ts';
import { UNKNOWN } from '../trace/outcome.ts';
import { AccessAnalysis, HAPPENS_BEFORE_OPERATIONS } from './access-analysis.ts';
import type { RaceDetector } from './detector.ts';

class Epochs extends AccessAnalysis {
  private readonly epochs = new ConcurrentAccesses();
  private dropped = 0;

  override counters(): Record<string, number> {
    return { epochsDropped: this.dropped, ...super.counters() };
  }

  protected check(set: number, t: number, position: Position): number {
    const earlier = this.epochs.latestUnordered(set, t, this.hb);
    if (earlier === UNKNOWN) return 0;
    this.report(earlier, position);
    return 1;
  }

  /** The epochs that are ordered before the access give way to its own. */
  protected add(set: number, t: number, position: Position): number {
    const { epochs, hb } = this;
    if (set !== 0) this.dropped += epochs.size(set) - epochs.prune(set, t, hb);
    return epochs.append(set === 0 ? epochs.create() : set, t, hb.times[t]!, position);
  }

  protected release(set: number): void {
    this.epochs.release(set);
  }

  /** As published: a write does not touch the reads. */
  protected passReads(): void {}
}

export const hbEpochs: RaceDetector = {
  finds: 'race',
  id: 'hb-epochs',
  title: 'Happens-before, sets of epochs',
  paper: 'Sulzmann, Dynamic data race prediction, algorithm VC_RaceLoc_epochs',
  claim: 'observed',
  needs: 'happens-before',
  reports: 'every access that races with an earlier one, with the latest write and the latest read that it races with',
  cost: 'O(concurrent accesses of the variable) per access; memory grows with variables and their concurrent accesses',
  operations: HAPPENS_BEFORE_OPERATIONS,
  reentrant: true,
  analysis: (report) => new Epochs(report),
};
