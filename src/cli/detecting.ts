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

/** The options of all detectors by their names, each once. Their types are not known here: `detecting` takes them from the list again. */
function numberOptions(): Readonly<Record<never, NumberOption>> {
  const names = [...new Set(detectors.flatMap(({ options = [] }) => options.map(({ name }) => name)))];
  return Object.fromEntries(
    names.map((name): [string, NumberOption] => [
      name,
      { kind: 'number', min: 0, max: Number.MAX_SAFE_INTEGER, help: numberHelp(name) },
    ]),
  );
}

/** What a number means to the detectors that take it; those to which it means the same are named together. */
function numberHelp(name: string): string {
  const meanings = new Map<string, string[]>();
  for (const { id, options = [] } of detectors)
    for (const { name: own, help, default: usual } of options) {
      if (own !== name) continue;
      const meaning = `${help}, instead of ${usual}`;
      meanings.set(meaning, [...(meanings.get(meaning) ?? []), id]);
    }
  return Array.from(meanings, ([meaning, ids]) => `${ids.join(', ')}: ${meaning}`).join('; ');
}

/** What `analyze` needs to know of the options. */
export function detecting(
  options: Values<typeof detectingOptions>,
): Pick<AnalyzeOptions, 'detectors' | 'force' | 'detectorOptions'> {
  const { detector: ids, force } = options;
  return {
    detectors: ids.length === 0 ? recommended : [...new Set(ids)].map((id) => detectorById(id)!),
    force,
    detectorOptions: numbers(options),
  };
}

/** The numbers that were given, by the names that detectors have for them. */
function numbers(given: Readonly<Record<string, unknown>>): Record<string, number> {
  const names = Object.keys(numberOptions());
  return Object.fromEntries(names.flatMap((name) => (typeof given[name] === 'number' ? [[name, given[name]]] : [])));
}
