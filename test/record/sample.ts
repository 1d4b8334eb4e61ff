// Which programs of a labelled suite a run judges: every n-th, or all with FORETRACE_SUITES=all (as .ci/run has it) or FORETRACE_LONG=1.

import { all } from '../runs.ts';

export function sample(names: readonly string[], every: number): string[] {
  return names.filter((_, i) => all || i % every === 0);
}
