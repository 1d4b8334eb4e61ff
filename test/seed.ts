// Before every file of tests: random cases come from the seed of the run, and are as many as it takes of a hundred, unless a test names its own.

import fc from 'fast-check';
import { runs, seed } from './runs.ts';

fc.configureGlobal({ seed, ...runs(100, 10) });
