// The kinds of findings, each told by its own file; a new kind is a file and a line in each of the two lists here.

import type { Outcome } from '../../trace/outcome.ts';
import { claims } from '../../trace/outcome.ts';
import type { Symbols } from '../../trace/symbols.ts';
import type { ThreadTests } from '../../trace/tests.ts';
import type { AccessLookup } from '../accesses.ts';
import type { Confirmation, Finding } from '../finding.ts';
import { merge } from '../merge.ts';
import type { Naming } from '../naming.ts';
import { reason } from '../reason.ts';
import { atomicityFindings, atomicityReason } from './atomicity.ts';
import { deadlockFindings, deadlockReason } from './deadlock.ts';
import { describing } from './instances.ts';

/** What all detectors found, strongest claim first, numbered. */
export function allFindings(
  results: readonly Outcome[],
  lookup: AccessLookup,
  symbols: Symbols,
  tests: ThreadTests = new Map(),
): Finding[] {
  const races = merge(results, lookup, symbols, tests);
  const told = describing(lookup, symbols, tests);
  const others: Finding[] = [...deadlockFindings(results, told), ...atomicityFindings(results, told)];
  // There may be many thousand races, and they are in order. They are numbered anew in place: a copy would have all that is only made when it
  // is asked for.
  if (others.length === 0) return races;
  return [...races, ...others]
    .sort((a, b) => claims.indexOf(a.claim) - claims.indexOf(b.claim) || a.second.index - b.second.index)
    .map((finding, i) => Object.assign(finding, { id: `R${i + 1}` }));
}

/** Why it is one, in one sentence; `name` writes the names. */
export function reasonOf(finding: Finding, name: Naming): string {
  const harm = finding.confirmation?.harm;
  return harm === undefined ? ownReason(finding, name) : `${ownReason(finding, name)}; ${harm}`;
}

/** The program has shown it. */
export function confirmed(finding: Finding, confirmation: Confirmation): Finding {
  const shown: Finding = { ...finding, claim: 'confirmed', confirmation };
  return { ...shown, reason: reasonOf(shown, String) };
}

function ownReason(finding: Finding, name: Naming): string {
  switch (finding.type) {
    case 'race':
      return reason(finding.claim, finding.first, finding.second, finding.witness, name);
    case 'deadlock':
      return deadlockReason(finding, name);
    case 'atomicity':
      return atomicityReason(finding, name);
  }
}
