// Runs a detector that understands all operations of a trace over it, and gives its pairs in the order of the contract.

import type { RaceDetector } from '../../src/detectors/detector.ts';
import type { Trace } from '../../src/trace/trace.ts';
import type { Pair } from '../referee/observed-races.ts';

export interface Outcome {
  readonly pairs: Pair[];
  readonly counters: Record<string, number>;
}

export function run(detector: RaceDetector, trace: Trace): Outcome {
  const pairs: Pair[] = [];
  const analysis = detector.analysis((first, second) => pairs.push([first, second]));
  for (const block of trace.blocks) analysis.block(block);
  analysis.end();
  return { pairs: pairs.sort((a, b) => a[1] - b[1] || a[0] - b[0]), counters: analysis.counters() };
}

/** The accesses that race with an earlier one, in trace order. */
export function flagged(pairs: readonly Pair[]): number[] {
  return [...new Set(pairs.map(([, second]) => second))].sort((a, b) => a - b);
}
