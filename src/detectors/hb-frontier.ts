// Sulzmann's VC_W_R_Races, corrected: per variable the writes and the reads that nothing later is ordered after; each access is paired
// with those of them that it conflicts with and that are not ordered before it. Flags exactly the accesses that race with an
// earlier one. O(concurrent accesses of the variable) per access, and 12 bytes for each of them.
// Unlike the text, a read does not remove writes from W(x): another thread's read would then miss its race with them. `asPrinted` does as
// the text does, for comparison; its result is partial as soon as a write was removed so.

import { ConcurrentAccesses } from '../clocks/access-sets.ts';
import type { Position } from '../trace/id.ts';
import { AccessAnalysis, HAPPENS_BEFORE_OPERATIONS } from './access-analysis.ts';
import type { DetectorOption, RaceDetector, RaceSink } from './detector.ts';
import { limitWords, pairCounters, unlistedPairs } from './pair-limit.ts';

const asPrintedOption: DetectorOption = {
  name: 'asPrinted',
  unit: 'switch',
  default: 0,
  help: 'VC_W_R_Races to the letter: a read removes writes that are ordered before it, so that races are missed and the result is partial',
};

class Frontier extends AccessAnalysis {
  private readonly accesses = new ConcurrentAccesses();
  private readonly limit: number;
  private readonly asPrinted: boolean;
  private pairs = 0;
  private reported = 0;
  private removed = 0;

  constructor(report: RaceSink, limit: number, options: Readonly<Record<string, number>> = {}) {
    super(report);
    this.limit = limit;
    this.asPrinted = (options[asPrintedOption.name] ?? asPrintedOption.default) !== 0;
  }

  override counters(): Record<string, number> {
    const { pairs, reported, removed } = this;
    return { ...pairCounters(pairs, reported), ...(this.asPrinted ? { writesRemoved: removed } : {}), ...super.counters() };
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

  protected override passWrites(list: number, t: number): void {
    if (this.asPrinted) this.removed += this.accesses.size(list) - this.accesses.prune(list, t, this.hb);
  }
}

function unfinished(counters: Readonly<Record<string, number>>): string | undefined {
  const { writesRemoved = 0 } = counters;
  if (writesRemoved === 0) return unlistedPairs('hb-frontier')(counters);
  return `hb-frontier, as printed, let reads remove ${writesRemoved} ${writesRemoved === 1 ? 'write' : 'writes'}, and cannot report what races with those later`;
}

/** With no more than `limit` reported pairs; the counters tell the number of all. @internal */
export function hbFrontierUpTo(limit: number): RaceDetector {
  return {
    finds: 'race',
    id: 'hb-frontier',
    title: 'Happens-before, concurrent frontier',
    paper: 'Sulzmann, Dynamic data race prediction, algorithm VC_W_R_Races, but that reads remove no writes',
    claim: 'observed',
    needs: 'happens-before',
    reports: `every access that races with an earlier one, paired with the concurrent frontier of earlier accesses; the first ${limitWords(limit)} pairs, and the number of all`,
    cost: 'O(concurrent accesses of the variable) per access; memory grows with variables and their concurrent accesses',
    operations: HAPPENS_BEFORE_OPERATIONS,
    reentrant: true,
    options: [asPrintedOption],
    unfinished,
    analysis: (report, options) => new Frontier(report, limit, options),
  };
}

export const hbFrontier = hbFrontierUpTo(10_000_000);
