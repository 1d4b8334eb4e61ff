// The litmus traces of the prediction papers: the referee must say what brute force said elsewhere, and the detectors what the
// referee says.

import { describe, expect, test } from 'vitest';
import { djit } from '../../src/detectors/djit.ts';
import { fasttrack } from '../../src/detectors/fasttrack/index.ts';
import { hbAdaptive } from '../../src/detectors/hb-adaptive.ts';
import { hbEpochs } from '../../src/detectors/hb-epochs.ts';
import { hbFrontier } from '../../src/detectors/hb-frontier.ts';
import { hbLocations } from '../../src/detectors/hb-locations.ts';
import { hbPairs } from '../../src/detectors/hb-pairs/index.ts';
import { shb } from '../../src/detectors/shb/index.ts';
import { eventAt } from '../../src/trace/trace.ts';
import { litmusTraces } from '../referee/litmus.ts';
import { hbRaces, type Pair, shbRaces } from '../referee/observed-races.ts';
import { flagged, run } from './run.ts';

const bySecond = (pairs: readonly Pair[]) => [...pairs].sort((a, b) => a[1] - b[1] || a[0] - b[0]);

describe.each(litmusTraces())('$name', ({ trace, expected }) => {
  const variables = (pairs: readonly Pair[]) => new Set(pairs.map(([, second]) => eventAt(trace, second).target));

  test('the referee agrees with brute force', () => {
    expect(hbRaces(trace)).toEqual(bySecond(expected.hb));
    expect(shbRaces(trace)).toEqual(bySecond(expected.shb));
  });

  test('the detectors report what they claim', () => {
    expect(run(hbPairs, trace).pairs).toEqual(bySecond(expected.hb));
    for (const detector of [hbFrontier, hbLocations, hbEpochs, hbAdaptive])
      expect(flagged(run(detector, trace).pairs), detector.id).toEqual(flagged(expected.hb));
    for (const detector of [djit, fasttrack])
      expect(variables(run(detector, trace).pairs), detector.id).toEqual(variables(expected.hb));
    expect(flagged(run(shb, trace).pairs)).toEqual(flagged(expected.shb));
  });
});
