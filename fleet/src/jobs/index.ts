// The one list of kinds of jobs.

import { analyzeJob } from './analyze.ts';
import type { JobKind } from './kind.ts';
import { mergeJob, shareJob } from './share.ts';
import { cutJob, joinJob, sumJob, tellJob } from './split.ts';

export const jobKinds: readonly JobKind[] = [analyzeJob, cutJob, sumJob, joinJob, tellJob, shareJob, mergeJob];
