// The textbook vector clocks of the benchmarks must agree with the detectors on what races.

import fc from 'fast-check';
import { expect, it } from 'vitest';
import { vectorClocks } from '../../bench/reproduce/vector-clocks.ts';
import { Detection } from '../../src/detectors/detection.ts';
import type { Detector } from '../../src/detectors/detector.ts';
import { fasttrack } from '../../src/detectors/fasttrack/index.ts';
import { eventAt, type Trace } from '../../src/trace/trace.ts';
import { printedArbitrary } from '../arbitrary/printed.ts';
import { recut } from '../arbitrary/renumbered.ts';
import { traceArbitrary } from '../arbitrary/trace.ts';
import { runs } from '../runs.ts';

function racyVariables(detector: Detector, trace: Trace): number[] {
  const detection = new Detection([detector]);
  for (const block of trace.blocks) detection.block(block);
  const { races } = detection.end()[0]!;
  const seconds = Array.from({ length: races.length }, (_, race) => races.second(race));
  return [...new Set(seconds.map((position) => eventAt(trace, position).target))].sort((a, b) => a - b);
}

it('finds the racy variables that FastTrack finds', () => {
  fc.assert(
    fc.property(fc.oneof(traceArbitrary({}), printedArbitrary()), fc.integer({ min: 1, max: 20 }), (trace, size) => {
      expect(racyVariables(vectorClocks, recut(trace, size))).toEqual(racyVariables(fasttrack, trace));
    }),
    runs(300),
  );
});
