// The one list of detectors: help, documentation, tests, benchmarks and comparisons follow from it.

import type { Detector } from './detector.ts';
import { fasttrack } from './fasttrack/index.ts';

export const detectors: readonly Detector[] = [fasttrack];

/** What `analyze` runs when nobody names a detector. */
export const recommended: readonly Detector[] = [fasttrack];

export function detectorById(id: string): Detector | undefined {
  return detectors.find((d) => d.id === id);
}
