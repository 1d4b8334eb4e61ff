// The detectors that can be measured: those of foretrace, and what the documents compare with.

import type { RaceDetector } from '../../src/detectors/detector.ts';
import { raceDetectors } from '../../src/detectors/index.ts';
import { vectorClocks } from './vector-clocks.ts';

export function measuredDetector(id: string): RaceDetector {
  const detector = id === vectorClocks.id ? vectorClocks : raceDetectors.find((one) => one.id === id);
  if (detector === undefined) throw new Error(`there is no detector ${id}`);
  return detector;
}
