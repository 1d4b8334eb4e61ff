// What the reports of foretrace say, for those who count.

import type { Finding } from '../../src/findings/finding.ts';

/** Programs that order themselves by steps which no recorder sees do not, in runs that are led. */
export const UNORDERED = { SUITE_UNORDERED: '1' };

export function findingsIn(report: string): readonly Finding[] {
  try {
    return (JSON.parse(report) as { readonly findings: readonly Finding[] }).findings;
  } catch {
    return [];
  }
}

export function confirmedIn(report: string): readonly Finding[] {
  return findingsIn(report).filter(({ claim }) => claim === 'confirmed');
}

/** What is said of each finding that was not reached. */
export function reasonsIn(remarks: string): string[] {
  const lines = remarks.split('\n');
  return lines.flatMap((line, i) => (/^R\d+ .*not reached/.test(line) ? [(lines[i + 1] ?? '').trim()] : []));
}
