// The detectors that can be measured: those of foretrace, and what the documents compare with.

import type { Detector } from '../../src/detectors/detector.ts';
import { detectorById } from '../../src/detectors/index.ts';
import { vectorClocks } from './vector-clocks.ts';

export function measuredDetector(id: string): Detector {
  const detector = id === vectorClocks.id ? vectorClocks : detectorById(id);
  if (detector === undefined) throw new Error(`there is no detector ${id}`);
  return detector;
}
