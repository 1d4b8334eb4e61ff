// Sulzmann's VC_W_R_Races: per variable the writes and the reads that nothing later is ordered after; each access is paired
// with those of them that it conflicts with and that are not ordered before it. Flags exactly the accesses that race with an
// earlier one. O(concurrent accesses of the variable) per access, and 12 bytes for each of them.
// Unlike the text, a read does not remove writes from W(x): a third thread's read would then miss its race with them.

import { ConcurrentAccesses } from '../clocks/access-sets.ts';
import type { Position } from '../trace/id.ts';
import { AccessAnalysis, HAPPENS_BEFORE_OPERATIONS } from './access-analysis.ts';
import type { RaceDetector, RaceSink } from './detector.ts';
import { limitWords, pairCounters, unlistedPairs } from './pair-limit.ts';

class Frontier extends AccessAnalysis {
  private readonly accesses = new ConcurrentAccesses();
  private readonly limit: number;
  private pairs = 0;
  private reported = 0;

  constructor(report: RaceSink, limit: number) {
    super(report);
    this.limit = limit;
  }

  override counters(): Record<string, number> {
    const { pairs, reported } = this;
    return { ...pairCounters(pairs, reported), ...super.counters() };
  }

  protected check(list: number, t: number, position: Position): number {
    const before = this.pairs;
    this.accesses.eachUnordered(list, t, this.hb, (earlier) => {
      this.pairs++;
      // With many threads on one variable there are that many pairs per access: those beyond the limit are counted only.
      if (this.reported === this.limit) return;
      this.reported++;
      this.report(earlier, position);
    });
    return this.pairs - before;
  }

  protected add(list: number, t: number, position: Position): number {
    const { accesses, hb } = this;
    if (list !== 0) accesses.prune(list, t, hb);
    return accesses.append(list === 0 ? accesses.create() : list, t, hb.times[t]!, position);
  }

  protected release(list: number): void {
    this.accesses.release(list);
  }

  protected passReads(list: number, t: number): void {
    this.accesses.prune(list, t, this.hb);
  }
}

/** With no more than `limit` reported pairs; the counters tell the number of all. @internal */
export function hbFrontierUpTo(limit: number): RaceDetector {
  return {
    finds: 'race',
    id: 'hb-frontier',
    title: 'Happens-before, concurrent frontier',
    paper: 'Sulzmann, Dynamic data race prediction, algorithm VC_W_R_Races',
    claim: 'observed',
    needs: 'happens-before',
    reports: `every access that races with an earlier one, paired with the concurrent frontier of earlier accesses; the first ${limitWords(limit)} pairs, and the number of all`,
    cost: 'O(concurrent accesses of the variable) per access; memory grows with variables and their concurrent accesses',
    operations: HAPPENS_BEFORE_OPERATIONS,
    reentrant: true,
    unfinished: unlistedPairs('hb-frontier'),
    analysis: (report) => new Frontier(report, limit),
  };
}

export const hbFrontier = hbFrontierUpTo(10_000_000);
