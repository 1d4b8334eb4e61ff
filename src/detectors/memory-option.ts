// The memory that a detector may take, for those that keep more than threads, locks and variables: one option for all of them.

import type { DetectorOption } from './detector.ts';

/** In bytes. A browser has about this much; the command line asks the machine. */
const USUAL = 2 ** 31;

export const memoryOption: DetectorOption = {
  name: 'memory',
  unit: 'bytes',
  default: USUAL,
  help: 'memory that it may take for the trace and its races',
};
