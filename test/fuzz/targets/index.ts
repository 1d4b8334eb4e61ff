// The one list of what is fuzzed: a new target is one entry here.

import type { Target } from '../target.ts';
import { grammars } from './grammars.ts';
import { dwarf, elf, mangledNames } from './programs.ts';
import { rawLogs } from './raw-logs.ts';
import { packed, readers } from './readers.ts';
import { reports } from './reports.ts';
import { baselines, schedules, sourceMaps, suppressions } from './texts.ts';
import { wasm } from './wasm.ts';

export const targets: readonly Target[] = [
  readers,
  packed,
  grammars,
  rawLogs,
  elf,
  dwarf,
  mangledNames,
  wasm,
  sourceMaps,
  suppressions,
  baselines,
  schedules,
  reports,
];
