// The one list of detectors: help, documentation, tests, benchmarks and comparisons follow from it.

import { atomicity } from './atomicity/index.ts';
import { atomicityPredicted } from './atomicity-predicted/index.ts';
import { checkThenAct } from './check-then-act/index.ts';
import { cp } from './cp/index.ts';
import { deadlock } from './deadlock/index.ts';
import { deadlockOnline } from './deadlock-online/index.ts';
import type { Detector, RaceDetector } from './detector.ts';
import { djit } from './djit.ts';
import { eraser } from './eraser/index.ts';
import { fasttrack } from './fasttrack/index.ts';
import { fasttrackStyle } from './fasttrack-style.ts';
import { goldilocks } from './goldilocks/eager.ts';
import { goldilocksLazy } from './goldilocks/lazy.ts';
import { grammarHb } from './grammar-hb.ts';
import { grammarLockset } from './grammar-lockset.ts';
import { hang } from './hang/index.ts';
import { hbAdaptive } from './hb-adaptive.ts';
import { hbAtomics } from './hb-atomics.ts';
import { hbEpochs } from './hb-epochs.ts';
import { hbFrontier } from './hb-frontier.ts';
import { hbLocations } from './hb-locations.ts';
import { hbPairs } from './hb-pairs/index.ts';
import { lockOrder } from './lock-order/index.ts';
import { lockset } from './lockset.ts';
import { locksetPairs } from './lockset-pairs/index.ts';
import { ffRace, loftRace } from './loft/index.ts';
import { predict } from './predict/index.ts';
import { raptor } from './raptor/index.ts';
import { shb } from './shb/index.ts';
import { syncPreserving } from './sync-preserving/index.ts';
import { wcp } from './wcp/index.ts';

export const raceDetectors: readonly RaceDetector[] = [
  hbPairs,
  hbFrontier,
  hbLocations,
  hbEpochs,
  hbAdaptive,
  fasttrackStyle,
  djit,
  fasttrack,
  ffRace,
  loftRace,
  shb,
  hbAtomics,
  goldilocks,
  goldilocksLazy,
  eraser,
  locksetPairs,
  lockset,
  grammarHb,
  grammarLockset,
  cp,
  raptor,
  wcp,
  syncPreserving,
  predict,
];

export const detectors: readonly Detector[] = [
  ...raceDetectors,
  deadlock,
  deadlockOnline,
  lockOrder,
  hang,
  atomicity,
  atomicityPredicted,
  checkThenAct,
];

/** What `analyze` runs when nobody names a detector. */
export const recommended: readonly Detector[] = [shb, hbAtomics, predict, deadlock, hang];

/** What it runs as well on recordings of ours. */
export const recommendedForRecordings: readonly Detector[] = [atomicity];
export function detectorById(id: string): Detector | undefined {
  return detectors.find((d) => d.id === id);
}
