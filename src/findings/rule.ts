// What a suppression is, whoever wrote it.

import type { Finding } from './finding.ts';

export const ruleKinds = ['location', 'within', 'function', 'top', 'variable', 'fingerprint'] as const;
export type RuleKind = (typeof ruleKinds)[number];

/** Those of ThreadSanitizer. */
export const tsanKinds = ['race:', 'race_top:', 'called_from_lib:', 'deadlock:', 'mutex:', 'thread:', 'signal:'] as const;
export type TsanKind = (typeof tsanKinds)[number];

export interface Rule {
  /** In its file; 0 for those that are built in. */
  readonly line: number;
  readonly kind: RuleKind | TsanKind | 'built-in';
  readonly pattern: string;
  readonly reason: string;
  matches(finding: Finding): boolean;
}

/** Characters of a line: rules are written by hand. */
export const LONGEST_RULE = 4096;
