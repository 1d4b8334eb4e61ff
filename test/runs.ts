// How many random cases a property takes, and from which seed. `npm test` takes few, the same ones every time; .ci/run six times as
// many (FORETRACE_SUITES=all), FORETRACE_RUNS=N that number, FORETRACE_LONG=1 120 times as many.

import { vi } from 'vitest';

const asked = Number(process.env['FORETRACE_RUNS'] ?? 0);
export const long = process.env['FORETRACE_LONG'] === '1';
/** Whether tests that take longer than all others together run, too. */
export const all = long || process.env['FORETRACE_SUITES'] === 'all';
/** See vitest.config.ts. */
export const seed = Number(process.env['FORETRACE_SEED'] ?? 1);

if (asked > 0 || long) vi.setConfig({ testTimeout: 3_600_000 });

/** As many as one likes to wait for in .ci/run. */
export function runs(thorough: number): { numRuns: number } {
  if (asked > 0) return { numRuns: asked };
  return { numRuns: long ? thorough * 20 : all ? thorough : Math.ceil(thorough / 6) };
}
