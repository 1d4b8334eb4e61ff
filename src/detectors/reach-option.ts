// How far apart two accesses may be for predictors to compare them: one option for all of them.

import type { DetectorOption } from './detector.ts';

export const reachOption: DetectorOption = {
  name: 'reach',
  default: 0,
  help: 'how many events apart two accesses may be, where the trace is taken in windows; unless said, it is taken whole where it fits into the memory',
};
