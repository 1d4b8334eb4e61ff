// What a search for schedules may take: options of all detectors that search.

import type { DetectorOption } from './detector.ts';

/**
 * In seconds. Steps are counted, so that the same trace gives the same findings on every machine, busy or not: a second is as many as one
 * core takes in about that time.
 */
export const SECOND = 4_000_000;

export const budgetOption: DetectorOption = {
  name: 'budget',
  unit: 'seconds',
  default: 5,
  help: 'how long all searches for schedules may take together, counted in steps, of which a second has four million',
};

export const windowOption: DetectorOption = { name: 'window', default: 100_000, help: 'events that one schedule may reorder' };
