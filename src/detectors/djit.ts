// Djit+ (Pozniansky & Schuster 2003): time is divided into frames, which end where a thread hands its clock to others; only the
// first read and the first write of a variable in a frame are checked and logged, because the others of the frame are ordered
// alike for everyone else. Flags those among them that race with an earlier access, hence every racy variable, and only
// unordered pairs. The log per variable and thread is kept as far as somebody can still race with it: an access that is ordered
// before a later logged one of its kind adds nothing. O(1) per access while ordered; 32 bytes per variable, 12 per entry of a set.

import type { Position } from '../trace/id.ts';
import { Op } from '../trace/operation.ts';
import { HAPPENS_BEFORE_OPERATIONS } from './access-analysis.ts';
import type { RaceDetector, RaceSink } from './detector.ts';
import { EpochAnalysis, READ, SAME_EPOCH as SAME_FRAME, SETTLED } from './epoch-analysis.ts';
import { AdaptiveSlots, SharedReads } from './slots.ts';

/** Counted side by side for reads and writes: SAME_FRAME + op. */
const COUNTS = ['readsSameFrame', 'writesSameFrame', 'readsChecked', 'writesChecked'] as const;
const CHECKED = SETTLED;

class Djit extends EpochAnalysis {
  private readonly writes = new AdaptiveSlots(this.hb);
  private readonly reads = new SharedReads(this.hb);

  constructor(report: RaceSink) {
    super(report, true);
  }

  counters(): Record<string, number> {
    return { ...Object.fromEntries(COUNTS.map((name, i) => [name, this.counts[i]!])), ...this.hb.counters() };
  }

  protected read(t: number, s: number, position: Position): void {
    const { shadow, counts, reads } = this;
    if (reads.timeOf(shadow, s + READ, t) === this.hb.times[t]) {
      counts[SAME_FRAME]!++;
      return;
    }
    counts[CHECKED]!++;
    this.pair(this.writes.latestUnordered(shadow, s, t), position);
    reads.put(shadow, s + READ, t, position);
  }

  protected write(t: number, s: number, position: Position): void {
    const { shadow, counts, reads, writes } = this;
    if (writes.timeOf(shadow, s, t) === this.hb.times[t]) {
      counts[SAME_FRAME + Op.write]!++;
      return;
    }
    counts[CHECKED + Op.write]!++;
    this.pair(writes.latestUnordered(shadow, s, t), position);
    this.pair(reads.latestUnordered(shadow, s + READ, t), position);
    reads.prune(shadow, s + READ, t);
    writes.put(shadow, s, t, position);
  }

  protected forget(s: number): void {
    this.writes.forget(this.shadow, s);
    this.reads.forget(this.shadow, s + READ);
  }
}

export const djit: RaceDetector = {
  finds: 'race',
  id: 'djit',
  title: 'Djit+',
  paper: 'Pozniansky & Schuster, Efficient On-the-Fly Data Race Detection in Multithreaded C++ Programs, PPoPP 2003',
  claim: 'observed',
  needs: 'happens-before',
  reports: 'first accesses of a time frame that race with an earlier access, with the latest write and the latest read of those',
  cost: 'O(1) per access to an ordered variable, O(concurrent accesses) else; memory grows with variables and their concurrent accesses',
  operations: HAPPENS_BEFORE_OPERATIONS,
  reentrant: true,
  analysis: (report) => new Djit(report),
};
