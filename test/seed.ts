// Before every file of tests: random cases come from the seed of the run, unless a test names its own.

import fc from 'fast-check';
import { seed } from './runs.ts';

fc.configureGlobal({ seed });
