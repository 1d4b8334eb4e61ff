// What is not to be mended by whoever runs the program, and is folded: counted, named, shown if asked for. There are two reasons, and one list of them.

import { isWhollyInDependencies, packagesOf } from './dependencies.ts';
import type { Finding } from './finding.ts';
import { foreignCode, isWhollyForeign } from './foreign.ts';

/** Named as the option that shows such findings. */
export const foldReasons = ['foreign', 'dependencies'] as const;
export type FoldReason = (typeof foldReasons)[number];

/** Findings that are left out for one reason, in words: how many, and whose code they are in. */
export interface Folded {
  readonly count: number;
  readonly code: readonly string[];
}

const HOLDS: Readonly<Record<FoldReason, (finding: Finding) => boolean>> = {
  foreign: isWhollyForeign,
  dependencies: isWhollyInDependencies,
};

const CODE: Readonly<Record<FoldReason, (findings: readonly Finding[]) => string[]>> = {
  foreign: foreignCode,
  dependencies: packagesOf,
};

/**
 * The first of these reasons that a finding is folded for; undefined if it is the program's own. A place that is not known may be anybody's, and a
 * thread that waited for ever did so, whoever wrote the code.
 */
export function foldReason(finding: Finding, reasons: readonly FoldReason[] = foldReasons): FoldReason | undefined {
  if (finding.known.own) return undefined;
  if (finding.type === 'race' && finding.first === null) return undefined;
  if (finding.type === 'deadlock' && (finding.claim === 'observed' || finding.claim === 'confirmed')) return undefined;
  return reasons.find((reason) => HOLDS[reason](finding));
}

/** Those of some findings that are folded, by the reason. */
export function foldedAmong(findings: readonly Finding[], reasons: readonly FoldReason[]): Record<FoldReason, Finding[]> {
  const of = (reason: FoldReason): Finding[] => findings.filter((finding) => foldReason(finding, reasons) === reason);
  return { foreign: of('foreign'), dependencies: of('dependencies') };
}

export function foldedCode(reason: FoldReason, findings: readonly Finding[]): string[] {
  return CODE[reason](findings);
}
