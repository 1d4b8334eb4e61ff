// How many random cases a property takes: few enough for the fast suite, more with FORETRACE_RUNS=N or FORETRACE_LONG=1.

import { vi } from 'vitest';

const asked = Number(process.env['FORETRACE_RUNS'] ?? 0);
export const long = process.env['FORETRACE_LONG'] === '1';

if (asked > 0 || long) vi.setConfig({ testTimeout: 3_600_000 });

export function runs(fast: number): { numRuns: number } {
  return { numRuns: asked > 0 ? asked : long ? fast * 20 : fast };
}
