// Sulzmann's Adaptive_Epoch: writes and reads are an epoch each while they are totally ordered, a set of epochs while they are
// not. Flags exactly the accesses that race with an earlier one (FastTrack, which keeps one write only, may miss some), each
// with the latest write and the latest read that it races with. O(1) per access while ordered, O(concurrent accesses) else;
// 32 bytes per variable, plus 12 per concurrent access. The printed comparisons are reversed: j#k is unordered iff k > Th(i)(j).

import type { Position } from '../trace/id.ts';
import { HAPPENS_BEFORE_OPERATIONS } from './access-analysis.ts';
import { CountedPairs } from './counted-pairs.ts';
import type { RaceDetector } from './detector.ts';
import { READ } from './epoch-analysis.ts';
import { AdaptiveSlots } from './slots.ts';

class Adaptive extends CountedPairs {
  private readonly slots = new AdaptiveSlots(this.hb);

  counters(): Record<string, number> {
    return {
      ...this.pairCounters(),
      epochToSet: this.slots.widened,
      setToEpoch: this.slots.narrowed,
      ...this.hb.counters(),
    };
  }

  protected read(t: number, s: number, position: Position): void {
    this.writeRead += this.check(s, t, position);
    this.slots.put(this.shadow, s + READ, t, position);
  }

  protected write(t: number, s: number, position: Position): void {
    this.writeWrite += this.check(s, t, position);
    this.readWrite += this.check(s + READ, t, position);
    this.slots.put(this.shadow, s, t, position);
  }

  /** Reports the access with the latest of a slot that is not ordered before it; 1 if there is one. */
  private check(at: number, t: number, position: Position): number {
    return this.pair(this.slots.latestUnordered(this.shadow, at, t), position);
  }

  protected forget(s: number): void {
    this.slots.forget(this.shadow, s);
    this.slots.forget(this.shadow, s + READ);
  }
}

export const hbAdaptive: RaceDetector = {
  finds: 'race',
  id: 'hb-adaptive',
  title: 'Happens-before, adaptive epochs',
  paper: 'Sulzmann, Dynamic data race prediction, algorithm Adaptive_Epoch',
  claim: 'observed',
  needs: 'happens-before',
  reports: 'every access that races with an earlier one, with the latest write and the latest read that it races with',
  cost: 'O(1) per access to an ordered variable, O(concurrent accesses) else; memory grows with variables and their concurrent accesses',
  operations: HAPPENS_BEFORE_OPERATIONS,
  reentrant: true,
  analysis: (report) => new Adaptive(report),
};
