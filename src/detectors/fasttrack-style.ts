// Sulzmann's "FastTrack style": one epoch for the writes of a variable, the last; one for its reads until two are unordered, and from then
// on the last read of each thread, for good. Unlike FastTrack's, his clocks tick at every event: no access is skipped as one of the same
// epoch, so that the write which is kept is the very last. Finds the first race of every racy variable, and only unordered pairs. O(1) per
// access but for writes after shared reads; 32 bytes per variable, 12 to 24 more for each thread that shares it as a reader.
// The printed comparisons are reversed: j#k is unordered iff k > Th(i)(j).

import type { Position } from '../trace/id.ts';
import { UNKNOWN } from '../trace/outcome.ts';
import { HAPPENS_BEFORE_OPERATIONS } from './access-analysis.ts';
import { CountedPairs } from './counted-pairs.ts';
import type { RaceDetector } from './detector.ts';
import { POSITION, READ, THREAD, TIME } from './epoch-analysis.ts';
import { SharedReads } from './slots.ts';

class FastTrackStyle extends CountedPairs {
  private readonly reads = new SharedReads(this.hb);

  counters(): Record<string, number> {
    return {
      ...this.pairCounters(),
      epochToClock: this.reads.widened,
      ...this.hb.counters(),
    };
  }

  protected read(t: number, s: number, position: Position): void {
    this.writeRead += this.pair(this.unorderedWrite(s, t), position);
    this.reads.put(this.shadow, s + READ, t, position);
  }

  protected write(t: number, s: number, position: Position): void {
    const { shadow } = this;
    this.writeWrite += this.pair(this.unorderedWrite(s, t), position);
    this.readWrite += this.pair(this.reads.latestUnordered(shadow, s + READ, t), position);
    shadow[s + TIME] = this.hb.times[t]!;
    shadow[s + THREAD] = t;
    shadow[s + POSITION] = position;
  }

  private unorderedWrite(s: number, t: number): Position {
    const { shadow } = this;
    return this.hb.ordered(shadow[s + THREAD]!, shadow[s + TIME]!, t) ? UNKNOWN : shadow[s + POSITION]!;
  }

  protected forget(s: number): void {
    this.shadow[s + TIME] = 0;
    this.reads.forget(this.shadow, s + READ);
  }
}

export const fasttrackStyle: RaceDetector = {
  finds: 'race',
  id: 'fasttrack-style',
  title: 'FastTrack style',
  paper: 'Sulzmann, Dynamic data race prediction, algorithm FastTrack style',
  claim: 'observed',
  needs: 'happens-before',
  reports: 'unordered pairs against the very last write, and for a write the latest read that it races with',
  cost: 'O(1) per access to an ordered variable, O(readers) for a write after shared reads; memory grows with variables and their readers',
  operations: HAPPENS_BEFORE_OPERATIONS,
  reentrant: true,
  analysis: (report) => new FastTrackStyle(report),
};
