// Which findings a person wants to hear of: the options, the files behind them, and what is said about rules without use.

import { relative } from 'node:path';
import { display } from '../base/quote.ts';
import { parseBaseline } from '../findings/baseline.ts';
import { builtinSuppressions } from '../findings/builtin-suppression.ts';
import { sidesOf } from '../findings/finding.ts';
import { type FoldReason, foldReasons } from '../findings/folding.ts';
import type { Rule } from '../findings/rule.ts';
import type { SelectionOptions, Suppressed } from '../findings/selection.ts';
import { parseSuppressions } from '../findings/suppression.ts';
import { isTsan, tsanWords } from '../findings/tsan-suppression.ts';
import type { Values } from './option.ts';
import type { Session } from './session.ts';
import { textFile, textFileIfThere } from './text-file.ts';
import { findUpwards } from './upwards.ts';

const DEFAULT_SUPPRESSIONS = '.foretrace-suppressions';

/** Bytes: some ten thousand rules, and some hundred thousand findings. */
const LARGEST_SUPPRESSIONS = 1 << 20;
export const LARGEST_BASELINE = 1 << 26;

/** What shows findings that are wholly in the code of others: a flag for each reason. */
export const foldingOptions = {
  foreign: { kind: 'flag', help: 'also findings that are wholly in code that foretrace cc did not compile' },
  dependencies: { kind: 'flag', help: 'also findings that are wholly in installed packages (node_modules)' },
} as const satisfies Record<FoldReason, unknown>;

/** The reasons for which findings are not shown. */
export function foldsOf(options: Values<typeof foldingOptions>): FoldReason[] {
  return foldReasons.filter((reason) => !options[reason]);
}

export const suppressionOptions = {
  suppressions: {
    kind: 'file',
    value: 'file',
    help: `rules for findings to leave out, ours or those of ThreadSanitizer, instead of ${DEFAULT_SUPPRESSIONS} in the working directory or above`,
  },
  builtinSuppressions: {
    kind: 'text',
    value: 'when',
    choices: ['on', 'off'],
    default: 'on',
    help: 'leave out the races that the C++ library itself is known for',
  },
  ...foldingOptions,
} as const;

export const triageOptions = {
  ...suppressionOptions,
  baseline: {
    kind: 'file',
    value: 'file',
    help: 'report only findings that this file, written by foretrace baseline, does not have',
  },
  listSuppressed: { kind: 'flag', help: 'say on stderr which findings rules left out, and why' },
  minCount: { kind: 'number', min: 1, max: 1e9, default: 1, help: 'report only findings that were seen at least so often' },
  maxRaces: {
    kind: 'number',
    min: 0,
    max: 1e9,
    help: 'report at most so many findings, the strongest first; all decide the exit status',
  },
} as const;

export interface Suppressions extends Pick<SelectionOptions, 'folds'> {
  readonly file: string;
  /** Those of the file, then those that are built in. */
  readonly rules: readonly Rule[];
}

/** What every command leaves out, its file read. */
export function suppressions(options: Values<typeof suppressionOptions>): Suppressions {
  const { suppressions: path, builtinSuppressions: builtin } = options;
  const found = path === undefined ? findUpwards(DEFAULT_SUPPRESSIONS) : undefined;
  // As a person in this folder would name it.
  const file = path ?? (found === undefined ? DEFAULT_SUPPRESSIONS : relative(process.cwd(), found));
  const text = path === undefined ? textFileIfThere(file, LARGEST_SUPPRESSIONS) : textFile(file, LARGEST_SUPPRESSIONS);
  const own = text === undefined ? [] : parseSuppressions(text, file);
  return { file, rules: builtin === 'on' ? [...own, ...builtinSuppressions] : own, folds: foldsOf(options) };
}

/** The criteria of a selection, their files read. */
export function criteria(options: Values<typeof triageOptions>): SelectionOptions & Suppressions {
  const { baseline, minCount, maxRaces } = options;
  return {
    ...suppressions(options),
    baseline: baseline === undefined ? undefined : parseBaseline(textFile(baseline, LARGEST_BASELINE), baseline).findings,
    minCount,
    maxRaces,
  };
}

/** What was left out on purpose, each with its rule. */
export function listSuppressed(file: string, suppressed: readonly Suppressed[], session: Session): void {
  for (const { finding, rule } of suppressed) {
    const { variable, fingerprint } = finding;
    const places = sidesOf(finding)
      .map(({ location }) => location)
      .join(' ↔ ');
    const why = `(${ruleWords(rule, file)})`;
    session.remark(`foretrace: suppressed: ${display(`${variable}  ${places}  ${fingerprint.slice(0, 6)}  ${why}`)}`);
  }
}

/** Which rule it is, and why it is there. */
export function ruleWords(rule: Rule, file: string): string {
  return `${isBuiltin(rule) ? `built in, ${rule.pattern}` : `${file}:${rule.line}`}: ${rule.reason}`;
}

/** A rule that fits nothing is either done with or mistyped: both are worth a line. Rules of ThreadSanitizer are written for many programs. */
export function remarkUnused(file: string, unused: readonly Rule[], session: Session): void {
  const note = `foretrace: ${session.errorColors.yellow('note')}: ${display(file)}`;
  const own = unused.filter((rule) => !isTsan(rule) && !isBuiltin(rule));
  for (const { line, kind, pattern } of own) session.remark(`${note}:${line}: no finding fits ${kind} ${display(pattern)}`);
  const others = unused.filter(isTsan).length;
  if (others > 0) session.remark(`${note}: no finding fits ${others} of the rules of ThreadSanitizer`);
}

function isBuiltin({ kind }: Rule): boolean {
  return kind === 'built-in';
}

/** What became of rules that were written for another tool. */
export function remarkImported({ file, rules }: Suppressions, session: Session): void {
  const words = tsanWords(rules);
  if (words !== undefined) session.remark(`foretrace: ${session.errorColors.yellow('note')}: ${display(file)}: ${words}`);
}
