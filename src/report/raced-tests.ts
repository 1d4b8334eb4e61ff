// The tests whose threads have findings, one line each: what a person who ran tests looks for first.

import type { Finding } from '../findings/finding.ts';
import { counted } from './words.ts';

export interface RacedTest {
  readonly test: string;
  /** In the order of the report. */
  readonly findings: readonly Finding[];
}

/** By the order of their first findings; none where no test runner told. */
export function racedTests(findings: readonly Finding[]): RacedTest[] {
  const byTest = new Map<string, Finding[]>();
  for (const finding of findings)
    for (const test of finding.tests) {
      const own = byTest.get(test);
      if (own === undefined) byTest.set(test, [finding]);
      else own.push(finding);
    }
  return [...byTest].map(([test, own]) => ({ test, findings: own }));
}

/** `1 race and 1 deadlock (R1, R3)`; so many ids are named. */
const MOST_IDS = 8;

export function racedText({ findings }: RacedTest): string {
  const ids = findings.slice(0, MOST_IDS).map(({ id }) => id);
  if (findings.length > MOST_IDS) ids.push('…');
  return `${counted(findings)} (${ids.join(', ')})`;
}

/** As the JSON contract has it. */
export function racedContract(
  findings: readonly Finding[],
): readonly { readonly test: string; readonly findings: readonly string[] }[] {
  return racedTests(findings).map(({ test, findings: own }) => ({ test, findings: own.map(({ id }) => id) }));
}
