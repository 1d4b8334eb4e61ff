// Who runs which detectors: the dearest first, each to the thread that has least to do. The main thread has the reading to do besides.

import type { Detector } from '../detectors/detector.ts';
import { detectorById } from '../detectors/index.ts';
import { memoryOption } from '../detectors/memory-option.ts';

/** What an event costs, roughly: those that keep the trace look at it again and again. Text is dearer to read than to judge. */
const DETECTING = 1;
const PREDICTING = 8;
const READING = 2;

/** The first share is that of the main thread; there are no more than `jobs`, and only that one may be empty. */
export function shares(detectors: readonly Detector[], jobs: number): Detector[][] {
  // What costs no more than the reading gains nothing in a thread of its own: to hand the events over costs as much.
  const total = detectors.reduce((sum, detector) => sum + cost(detector), 0);
  const all = Array.from({ length: total <= READING ? 1 : jobs }, (_, i) => ({
    cost: i === 0 ? READING : 0,
    detectors: [] as Detector[],
  }));
  for (const detector of [...detectors].sort((a, b) => cost(b) - cost(a))) {
    // Others cannot look up what is not in the list.
    const able = detectorById(detector.id) === detector ? all : all.slice(0, 1);
    const idlest = able.reduce((least, share) => (share.cost < least.cost ? share : least));
    idlest.cost += cost(detector);
    idlest.detectors.push(detector);
  }
  return all.filter((share, i) => i === 0 || share.detectors.length > 0).map((share) => share.detectors);
}

/** Those that look for deadlocks keep the trace, too, but mostly need no second look at it. */
function cost({ finds, options = [] }: Detector): number {
  return finds === 'race' && options.includes(memoryOption) ? PREDICTING : DETECTING;
}
