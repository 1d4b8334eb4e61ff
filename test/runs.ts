// What a run takes of all tests. `npm test` takes few random cases, the same ones every time, and some of the labelled programs and of the variations
// on a theme; .ci/run takes all of them (FORETRACE_SUITES=all), FORETRACE_RUNS=N that number of cases, FORETRACE_LONG=1 twenty times as many.

import { vi } from 'vitest';

const asked = Number(process.env['FORETRACE_RUNS'] ?? 0);
export const long = process.env['FORETRACE_LONG'] === '1';
/** Whether what takes longer than all others together runs, too: `test.runIf(all)` leaves a test to .ci/run, and the last lines of the run say so. */
export const all = long || process.env['FORETRACE_SUITES'] === 'all';
/** See vitest.config.ts. */
export const seed = Number(process.env['FORETRACE_SEED'] ?? 1);

/** `npm test` takes so many times fewer. */
const FEWER = 20;

if (asked > 0 || long) vi.setConfig({ testTimeout: 3_600_000 });

/** As many as one likes to wait for in .ci/run; `least` are needed to see what the test wants to have seen. */
export function runs(thorough: number, least = 5): { numRuns: number } {
  if (asked > 0) return { numRuns: asked };
  return { numRuns: long ? thorough * 20 : all ? thorough : Math.max(Math.min(least, thorough), Math.ceil(thorough / FEWER)) };
}

/** Of cases that are much alike, such as labelled programs: every n-th, the first at least, or all. */
export function sample<const T>(cases: readonly T[], every: number): T[] {
  return cases.filter((_, i) => all || i % every === 0);
}
