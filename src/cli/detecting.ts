// Which detectors a command runs: the same options for analyze, baseline and explain, so that all three see the same findings.

import type { AnalyzeOptions } from '../analyze.ts';
import { detectorById, detectors, recommended } from '../detectors/index.ts';
import type { NumberOption, Values } from './option.ts';
import { inputFormat } from './reading.ts';

const [last, ...others] = recommended.map(({ id }) => id).reverse();
const defaults = `${others.reverse().join(', ')} and ${last}`;

export const detectingOptions = {
  detector: {
    kind: 'text',
    short: 'd',
    value: 'id',
    choices: detectors.map(({ id }) => id),
    listedBy: 'detectors',
    repeat: true,
    help: `which detector to run, instead of ${defaults}`,
  },
  ...numberOptions(),
  force: { kind: 'flag', help: 'run detectors also on a reduced trace that lacks what they need; their results may be wrong' },
  inputFormat,
} as const;

type NumberOptions = { readonly budget: NumberOption; readonly window: NumberOption };

/** The options of all detectors, each once. */
function numberOptions(): NumberOptions {
  const described = detectors.flatMap(({ id, options = [] }) => options.map((option) => ({ id, ...option })));
  const table = described.map(({ id, name, default: usual, help }): [string, NumberOption] => [
    name,
    { kind: 'number', min: 0, max: Number.MAX_SAFE_INTEGER, help: `${id}: ${help}, instead of ${usual}` },
  ]);
  return Object.fromEntries(table) as NumberOptions;
}

/** What `analyze` needs to know of the options. */
export function detecting(
  options: Values<typeof detectingOptions>,
): Pick<AnalyzeOptions, 'detectors' | 'force' | 'detectorOptions'> {
  const { detector: ids, budget, window, force } = options;
  return {
    detectors: ids.length === 0 ? recommended : [...new Set(ids)].map((id) => detectorById(id)!),
    force,
    detectorOptions: { ...(budget === undefined ? {} : { budget }), ...(window === undefined ? {} : { window }) },
  };
}
