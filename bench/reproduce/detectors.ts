// The detectors that can be measured: those of foretrace, those with a switch of theirs on, and what the documents compare with.

import type { Detector, RaceDetector } from '../../src/detectors/detector.ts';
import { goldilocksLazy } from '../../src/detectors/goldilocks/lazy.ts';
import { hbFrontier } from '../../src/detectors/hb-frontier.ts';
import { detectorById, raceDetectors } from '../../src/detectors/index.ts';
import { unchecked } from './unchecked.ts';
import { vectorClocks } from './vector-clocks.ts';

/** `id` is what one would type after `--detector`. */
function switched(detector: RaceDetector, id: string, options: Readonly<Record<string, number>>): RaceDetector {
  return { ...detector, id, analysis: (report) => detector.analysis(report, options) };
}

const others: readonly RaceDetector[] = [
  unchecked,
  vectorClocks,
  switched(goldilocksLazy, 'goldilocks-lazy --once-per-variable', { oncePerVariable: 1 }),
  switched(hbFrontier, 'hb-frontier --as-printed', { asPrinted: 1 }),
];

export function measuredDetector(id: string): RaceDetector {
  const detector = [...others, ...raceDetectors].find((one) => one.id === id);
  if (detector === undefined) throw new Error(`there is no detector ${id}`);
  return detector;
}

/** Also one that finds something else than races. */
export function timedDetector(id: string): Detector {
  return detectorById(id) ?? measuredDetector(id);
}
