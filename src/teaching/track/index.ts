// Clock tracking as the LOFT paper measures it: FF, LOFT, and the check that both agree.

export { TrackingCheck } from './check.ts';
export {
  caseMeanings,
  type LoftCase,
  loftCases,
  removableCases,
  type TrackingCounts,
  vectorOperations,
} from './counts.ts';
export { FfTracker, type LockLog } from './ff.ts';
export { LoftTracker } from './loft.ts';
export { synchronisationOf } from './synchronisation.ts';
