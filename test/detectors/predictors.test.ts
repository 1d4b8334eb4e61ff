// How much the classes of races that predictors are made for have of all that there is: the accesses of random traces that race with an
// earlier one in some correct reordering, and how many of them each flags. docs/related.md has the table that this prints.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { RaceDetector } from '../../src/detectors/detector.ts';
import { fasttrack } from '../../src/detectors/fasttrack/index.ts';
import { predict } from '../../src/detectors/predict/index.ts';
import { shb } from '../../src/detectors/shb/index.ts';
import { wcp } from '../../src/detectors/wcp/index.ts';
import type { Trace } from '../../src/trace/trace.ts';
import { basicFeatures, traceArbitrary } from '../arbitrary/trace.ts';
import { type Pair, predictablePairs } from '../referee/correct-reorderings.ts';
import { optimisticRaces } from '../referee/optimistic.ts';
import { syncPreservingPairs } from '../referee/sync-preserving.ts';
import { runs } from '../runs.ts';
import { flagged, run } from './run.ts';

const by = (detector: RaceDetector) => (trace: Trace) => run(detector, trace).pairs;

const classes: Record<string, (trace: Trace) => readonly Pair[]> = {
  fasttrack: by(fasttrack),
  shb: by(shb),
  wcp: by(wcp),
  'strong prefixes, sync-preserving': syncPreservingPairs,
  'optimistic sync-reversal': (trace) => optimisticRaces(trace).map(({ pair }) => pair),
  predict: by(predict),
};

describe('predictors on random traces', () => {
  it('find so many of the accesses that race, and so many that do not', () => {
    const streaming = ['fasttrack', 'shb', 'wcp'];
    const sums = new Map(Object.keys(classes).map((name) => [name, { found: 0, beyondStreaming: 0, notReal: 0 }]));
    let all = 0;
    const arbitrary = traceArbitrary({ features: basicFeatures, threads: 4, locks: 3, variables: 3, nesting: 3, items: 12 });
    for (const trace of fc.sample(arbitrary, { ...runs(150), seed: 20_261_117 })) {
      const pairs = trace.length > 40 ? undefined : predictablePairs(trace);
      if (pairs === undefined) continue;
      const real = flagged(pairs);
      const sets = new Map(Object.entries(classes).map(([name, races]) => [name, flagged(races(trace))]));
      const streamed = new Set(streaming.flatMap((name) => sets.get(name)!));
      all += real.length;
      for (const [name, accesses] of sets) {
        const sum = sums.get(name)!;
        const found = accesses.filter((e) => real.includes(e));
        sum.found += found.length;
        sum.beyondStreaming += found.filter((e) => !streamed.has(e)).length;
        sum.notReal += accesses.length - found.length;
      }
    }
    console.log(`${all} accesses race in some correct reordering`);
    console.table(Object.fromEntries(sums));
    for (const name of ['strong prefixes, sync-preserving', 'optimistic sync-reversal', 'predict'])
      expect(sums.get(name)!.notReal, name).toBe(0);
    expect(sums.get('predict')!.found).toBeGreaterThanOrEqual(sums.get('optimistic sync-reversal')!.found);
  });
});
