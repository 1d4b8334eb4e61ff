// Which findings reach the report: not the suppressed, not those of the baseline, not the rare, and no more than asked for.
// What is left out is counted; nothing disappears silently.

import type { Finding } from './finding.ts';
import type { Rule } from './suppression.ts';

export interface SelectionOptions {
  readonly rules?: readonly Rule[];
  readonly baseline?: ReadonlySet<string> | undefined;
  readonly minCount?: number | undefined;
  readonly maxRaces?: number | undefined;
}

export interface Selection {
  readonly findings: readonly Finding[];
  /** How many findings each reason kept back. */
  readonly suppressed: number;
  readonly known: number;
  readonly rare: number;
  /** Findings beyond `maxRaces`; they still count for the exit status. */
  readonly beyond: readonly Finding[];
  readonly unusedRules: readonly Rule[];
}

export function select(
  all: readonly Finding[],
  { rules = [], baseline, minCount = 1, maxRaces }: SelectionOptions = {},
): Selection {
  const hits = new Set<Rule>();
  const counts = { suppressed: 0, known: 0, rare: 0 };
  const left = all.filter((finding) => {
    const matching = rules.filter((rule) => rule.matches(finding));
    for (const rule of matching) hits.add(rule);
    if (matching.length > 0) counts.suppressed++;
    else if (baseline?.has(finding.fingerprint)) counts.known++;
    else if (finding.count < minCount) counts.rare++;
    else return true;
    return false;
  });
  const shown = maxRaces ?? left.length;
  return {
    findings: left.slice(0, shown),
    ...counts,
    beyond: left.slice(shown),
    unusedRules: rules.filter((rule) => !hits.has(rule)),
  };
}
