// What Adaptive_Epoch and FastTrack style count alike: the pairs that they report, by kind, and the accesses that were settled at once.

import { Op } from '../trace/operation.ts';
import type { RaceSink } from './detector.ts';
import { EpochAnalysis, SETTLED } from './epoch-analysis.ts';

export abstract class CountedPairs extends EpochAnalysis {
  protected writeRead = 0;
  protected readWrite = 0;
  protected writeWrite = 0;

  constructor(report: RaceSink) {
    super(report, false);
  }

  protected pairCounters(): Record<string, number> {
    const { writeRead, readWrite, writeWrite, counts } = this;
    const settled = { orderedReads: counts[SETTLED + Op.read]!, orderedWrites: counts[SETTLED + Op.write]! };
    return { writeRead, readWrite, writeWrite, ...settled };
  }
}
