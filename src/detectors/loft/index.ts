// FF_race and LOFT_race (Cai & Chan, section 5.1 and appendix B): FastTrack's epochs for accesses, over the whole vector clocks of FF or of
// LOFT for all else. Both report what FastTrack reports, pair by pair: LOFT's clocks are FF's after every event. They are here so that this is
// measured and not argued; FastTrack shares its clocks and is faster.

import { FfTracker } from '../../clocks/tracking/ff.ts';
import { LoftTracker } from '../../clocks/tracking/loft.ts';
import { HAPPENS_BEFORE_OPERATIONS } from '../access-analysis.ts';
import type { RaceDetector } from '../detector.ts';
import { TrackedRaces } from './tracked-races.ts';

const described = {
  finds: 'race',
  paper:
    'Cai & Chan, Lock Trace Reduction for Multithreaded Programs, IEEE Transactions on Parallel and Distributed Systems 24(12), 2013',
  claim: 'observed',
  needs: 'happens-before',
  reports: 'unordered pairs against the last write and the last reads; the first race of every racy variable is among them',
  operations: HAPPENS_BEFORE_OPERATIONS,
  reentrant: true,
} as const;

export const ffRace: RaceDetector = {
  ...described,
  id: 'ff-race',
  title: 'FF_race',
  cost: 'O(1) per access, O(threads) per acquire and release; memory grows with variables, and with threads times threads and locks',
  analysis: (report) => new TrackedRaces(report, new FfTracker()),
};

export const loftRace: RaceDetector = {
  ...described,
  id: 'loft-race',
  title: 'LOFT_race',
  cost: 'as ff-race, but O(1) for an acquire or release that need not be tracked',
  analysis: (report) => new TrackedRaces(report, new LoftTracker()),
};
