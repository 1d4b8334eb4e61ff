// All detectors that follow barriers themselves, where threads meet and leave late. Without locks, volatiles and forks there is but one
// order: CP and WCP are happens-before then, and every race that some schedule has is sync-preserving.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Detection } from '../../src/detectors/detection.ts';
import type { Detector } from '../../src/detectors/detector.ts';
import { raceDetectors } from '../../src/detectors/index.ts';
import { predict } from '../../src/detectors/predict/index.ts';
import { syncPreserving } from '../../src/detectors/sync-preserving/index.ts';
import { events, type Trace } from '../../src/trace/trace.ts';
import { meetingsArbitrary } from '../arbitrary/meetings.ts';
import { type Pair, predictablePairs } from '../referee/correct-reorderings.ts';
import { happensBeforeRaces } from '../referee/happens-before.ts';
import { runs } from '../runs.ts';
import { flagged } from './run.ts';

/** What it finds in the trace, lowered for it. */
function found(detector: Detector, trace: Trace): Pair[] {
  const detection = new Detection([detector]);
  for (const block of trace.blocks) detection.block(block);
  const { races } = detection.end()[0]!;
  return Array.from({ length: races.length }, (_, r): Pair => [races.first(r), races.second(r)]);
}

function racyVariables(trace: Trace, pairs: readonly Pair[]): number[] {
  const all = [...events(trace)];
  return [...new Set(pairs.map(([, second]) => all[second]!.target))].sort((a, b) => a - b);
}

/** Those that find a race of every variable that has one, and no other. */
const observing: readonly Detector[] = raceDetectors.filter(
  ({ id, claim }) => (claim === 'observed' && !['hb-atomics', 'shb'].includes(id)) || ['cp', 'raptor', 'wcp'].includes(id),
);

describe.each(observing.map((detector) => [detector.id, detector] as const))('%s', (_, detector) => {
  test('orders what the rounds of barriers order, and nothing else', () => {
    fc.assert(
      fc.property(meetingsArbitrary(), (trace) => {
        expect(racyVariables(trace, found(detector, trace))).toEqual(racyVariables(trace, happensBeforeRaces(trace)));
      }),
      runs(900),
    );
  });
});

describe.each([
  ['predict', predict],
  ['sync-preserving', syncPreserving],
] as const)('%s', (_, detector) => {
  test('takes what the rounds of barriers demand of a schedule, and nothing else', () => {
    fc.assert(
      fc.property(meetingsArbitrary({ steps: 13 }), (trace) => {
        expect(flagged(found(detector, trace))).toEqual(flagged([...predictablePairs(trace)!]));
      }),
      runs(900),
    );
  });
});
