// How far apart two accesses may be for predictors to compare them: one option for all of them.

import type { DetectorOption } from './detector.ts';

export const reachOption: DetectorOption = {
  name: 'reach',
  default: 0,
  help: 'take a trace in windows, with the races of accesses that are at most so many events apart; 0 takes it as a whole where it fits into the memory',
};
