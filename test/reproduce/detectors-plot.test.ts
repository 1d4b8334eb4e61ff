// The plot of README: whoever reports everything must not win.

import { expect, test } from 'vitest';
import { detectorsPlot } from '../../bench/reproduce/sections/detectors.ts';
import { type Measured, totalsOf } from '../../bench/reproduce/sections/detectors-totals.ts';
import { raceDetectors } from '../../src/detectors/index.ts';

/** A trace on which each detector reports as many variables as it says, the others `usual`. */
function trace(usual: number, own: Readonly<Record<string, number>>): Measured {
  const result = (variables: number) => ({ result: { variables, races: 0, places: 0, seconds: 1, peak: 0 } });
  const byDetector = new Map(raceDetectors.map(({ id }) => [id, result(own[id] ?? usual)]));
  return { program: { facts: { events: 1 } }, byDetector } as unknown as Measured;
}

test('only what a schedule proves counts, trace by trace', () => {
  const totals = totalsOf(raceDetectors, [
    trace(1, { eraser: 1000, predict: 3, 'sync-preserving': 2 }),
    trace(0, { eraser: 500, wcp: 7 }),
  ]);
  const by = new Map(totals.map((total) => [total.id, total]));
  expect(by.get('eraser')).toMatchObject({ variables: 1500, proven: 3 });
  expect(by.get('wcp')).toMatchObject({ variables: 8, proven: 1 });
  expect(by.get('predict')).toMatchObject({ variables: 3, proven: 3 });
  const plot = detectorsPlot(totals);
  expect(plot).toContain('>eraser +1.5k<');
  expect(plot).toContain('>predict<');
  expect(plot).toMatch(/racy variables with a proof/);
});
