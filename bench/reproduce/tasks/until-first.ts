// A detector that stops at its first race: what it takes to say whether there is one.

import type { RaceDetector, RaceSink } from '../../../src/detectors/detector.ts';
import { Lowering } from '../../../src/trace/lowering.ts';
import type { Trace } from '../../../src/trace/trace.ts';

class Found extends Error {}

/** Whether there is one. */
export function untilFirst(detector: RaceDetector, trace: Trace): boolean {
  const stop: RaceSink = () => {
    throw new Found();
  };
  const analysis = detector.analysis(stop);
  const lowering = new Lowering(detector.operations, detector.reentrant, (block) => analysis.block(block));
  try {
    for (const block of trace.blocks) lowering.lower(block);
    analysis.end();
    return false;
  } catch (error) {
    if (error instanceof Found) return true;
    throw error;
  }
}
