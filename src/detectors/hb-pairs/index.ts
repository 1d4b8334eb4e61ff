// Sulzmann's offline approach: every conflicting pair that happens-before leaves unordered. Complete for the order, whose later
// races need not be schedulable. The accesses of one thread that are unordered with a given one are the newest, so that an
// access costs O(threads that touch the variable) plus a binary search where it races plus its pairs, instead of a pass over
// all accesses before it. Memory grows with the trace: 8 bytes per access (16 while an array has just grown), 24 per thread and variable.

import type { Position } from '../../trace/id.ts';
import { AccessAnalysis, HAPPENS_BEFORE_OPERATIONS } from '../access-analysis.ts';
import type { RaceDetector, RaceSink } from '../detector.ts';
import { limitWords, pairCounters, unlistedPairs } from '../pair-limit.ts';
import { AccessLog, NONE } from './access-log.ts';

class Pairs extends AccessAnalysis {
  private readonly log = new AccessLog();
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

  protected check(chain: number, t: number, position: Position): number {
    const { log, hb } = this;
    let found = 0;
    for (let lane = chain; lane !== NONE; lane = log.next(lane)) {
      const u = log.thread(lane);
      if (u === t) continue;
      const unordered = log.countAfter(lane, hb.time(t, u));
      found += unordered;
      // Pairs beyond the limit are counted all the same.
      for (let i = unordered; i > 0 && this.reported < this.limit; i--) {
        this.reported++;
        this.report(log.fromEnd(lane, i), position);
      }
    }
    this.pairs += found;
    return found;
  }

  protected add(chain: number, t: number, position: Position): number {
    return this.log.append(chain, t, this.hb.times[t]!, position);
  }

  protected release(chain: number): void {
    this.log.release(chain);
  }

  protected passReads(): void {}
}

/** With no more than `limit` reported pairs; the counters tell the number of all. @internal */
export function hbPairsUpTo(limit: number): RaceDetector {
  return {
    finds: 'race',
    id: 'hb-pairs',
    title: 'Happens-before, all pairs',
    paper: 'Sulzmann, Dynamic data race prediction, algorithm VC_pre_post (offline)',
    claim: 'observed',
    needs: 'happens-before',
    reports: `every unordered conflicting pair, the first ${limitWords(limit)} of them, and the number of all`,
    cost: 'O(threads that touch the variable) per access, and O(1) per pair; memory grows with the accesses of the trace (8 bytes each)',
    operations: HAPPENS_BEFORE_OPERATIONS,
    reentrant: true,
    unfinished: unlistedPairs('hb-pairs'),
    analysis: (report) => new Pairs(report, limit),
  };
}

export const hbPairs = hbPairsUpTo(1_000_000);
