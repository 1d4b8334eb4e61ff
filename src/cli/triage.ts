// Which findings a person wants to hear of: the options, the files behind them, and what is said about rules without use.

import { display } from '../base/quote.ts';
import { parseBaseline } from '../findings/baseline.ts';
import type { SelectionOptions } from '../findings/selection.ts';
import { parseSuppressions, type Rule } from '../findings/suppression.ts';
import type { Values } from './option.ts';
import type { Session } from './session.ts';
import { textFile, textFileIfThere } from './text-file.ts';

const DEFAULT_SUPPRESSIONS = '.foretrace-suppressions';

/** Bytes: some ten thousand rules, and some hundred thousand findings. */
const LARGEST_SUPPRESSIONS = 1 << 20;
const LARGEST_BASELINE = 1 << 26;

export const suppressionOptions = {
  suppressions: {
    kind: 'file',
    value: 'file',
    help: `rules for findings to leave out, instead of ${DEFAULT_SUPPRESSIONS} in the working directory`,
  },
} as const;

export const triageOptions = {
  ...suppressionOptions,
  baseline: {
    kind: 'file',
    value: 'file',
    help: 'report only findings that this file, written by foretrace baseline, does not have',
  },
  minCount: { kind: 'number', min: 1, max: 1e9, default: 1, help: 'report only findings that were seen at least so often' },
  maxRaces: {
    kind: 'number',
    min: 0,
    max: 1e9,
    help: 'report at most so many findings, the strongest first; all decide the exit status',
  },
} as const;

export interface Suppressions {
  readonly file: string;
  readonly rules: readonly Rule[];
}

export function suppressions(path: string | undefined): Suppressions {
  const file = path ?? DEFAULT_SUPPRESSIONS;
  const text = path === undefined ? textFileIfThere(file, LARGEST_SUPPRESSIONS) : textFile(file, LARGEST_SUPPRESSIONS);
  return { file, rules: text === undefined ? [] : parseSuppressions(text, file) };
}

/** The criteria of a selection, their files read. */
export function criteria(options: Values<typeof triageOptions>): SelectionOptions & Suppressions {
  const { baseline, minCount, maxRaces } = options;
  return {
    ...suppressions(options.suppressions),
    baseline: baseline === undefined ? undefined : parseBaseline(textFile(baseline, LARGEST_BASELINE), baseline),
    minCount,
    maxRaces,
  };
}

/** A rule that fits nothing is either done with or mistyped: both are worth a line. */
export function remarkUnused(file: string, unused: readonly Rule[], session: Session): void {
  for (const { line, kind, pattern } of unused)
    session.remark(
      `foretrace: ${session.errorColors.yellow('note')}: ${display(file)}:${line}: no finding fits ${kind} ${display(pattern)}`,
    );
}
