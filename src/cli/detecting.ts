// Which detectors a command runs: the same options for analyze, baseline and explain, so that all three see the same findings.

import { availableParallelism } from 'node:os';
import type { AnalyzeOptions } from '../analyze.ts';
import type { Detector, DetectorOption } from '../detectors/detector.ts';
import { detectors, recommended, recommendedForRecordings } from '../detectors/index.ts';
import { memoryOption } from '../detectors/memory-option.ts';
import { usualMemory } from './memory.ts';
import { numberOption, type OwnOption } from './number-option.ts';
import type { Values } from './option.ts';
import { pluginOptions } from './plugins/options.ts';
import { addedDetectors, detectorNamed, knownDetectors } from './plugins/registry.ts';
import { inputFormat } from './reading.ts';

const [last, ...others] = recommended.map(({ id }) => id).reverse();
const defaults = `${others.reverse().join(', ')} and ${last}`;

/** More threads than this nobody has a use for: there are not so many detectors. */
const MOST_JOBS = 1024;

export const detectingOptions = {
  detector: {
    kind: 'text',
    short: 'd',
    value: 'id',
    choices: detectors.map(({ id }) => id),
    listedBy: 'detectors',
    extended: 'detectors',
    repeat: true,
    help: `which detector to run, instead of ${defaults}`,
  },
  ...numberOptions(),
  jobs: {
    kind: 'number',
    short: 'j',
    min: 1,
    max: MOST_JOBS,
    help: 'threads that may work at a time, instead of one for each core',
  },
  ...pluginOptions,
  force: { kind: 'flag', help: 'run detectors also on a reduced trace that lacks what they need; their results may be wrong' },
  inputFormat,
} as const;

/** The options of all detectors by their names, each once. Their types are not known here: `detecting` takes them from the list again. */
function numberOptions(): Readonly<Record<never, OwnOption>> {
  const all = detectors.flatMap(({ options = [] }) => options);
  return Object.fromEntries(all.map((option) => [option.name, numberOption(option, numberHelp(option.name))]));
}

/** What a number means to the detectors that take it; those to which it means the same are named together. */
function numberHelp(name: string): string {
  const meanings = new Map<string, string[]>();
  for (const { id, options = [] } of detectors)
    for (const { name: own, help, unit, default: usual } of options) {
      if (own !== name) continue;
      // An option that is 0 unless it is said tells in its own words what happens then.
      const meaning = usual === 0 ? help : `${help}, ${insteadOf(unit, usual)}`;
      meanings.set(meaning, [...(meanings.get(meaning) ?? []), id]);
    }
  return Array.from(meanings, ([meaning, ids]) => `${ids.join(', ')}: ${meaning}`).join('; ');
}

function insteadOf(unit: DetectorOption['unit'], usual: number): string {
  if (unit === 'bytes') return "for instance 500M, instead of a quarter of the machine's";
  return unit === 'seconds' ? `for instance 30s, instead of ${usual}s` : `instead of ${usual}`;
}

/** What `analyze` needs to know of the options. */
export function detecting(
  options: Values<typeof detectingOptions>,
): Pick<AnalyzeOptions, 'detectors' | 'onRecorded' | 'force' | 'detectorOptions' | 'jobs'> {
  const { detector: ids, force, jobs = availableParallelism() } = options;
  const usual = [...recommended, ...addedDetectors()];
  const chosen = ids.length === 0 ? usual : [...new Set(ids)].map(detectorNamed);
  const onRecorded = ids.length === 0 ? recommendedForRecordings : [];
  return { detectors: chosen, onRecorded, force, jobs, detectorOptions: numbers(options, chosen) };
}

/** The numbers that were given, by the names that detectors have for them. */
function numbers(given: Readonly<Record<string, unknown>>, chosen: readonly Detector[]): Record<string, number> {
  const found: Record<string, number> = { [memoryOption.name]: usualMemory() };
  for (const { name } of knownDetectors().flatMap(({ options = [] }) => options)) {
    if (typeof given[name] === 'number') found[name] = given[name];
    if (given[name] === true) found[name] = 1;
  }
  // All that run keep what they need until the end.
  const sharing = chosen.filter((detector) => detector.options?.includes(memoryOption)).length;
  found[memoryOption.name] = Math.floor(found[memoryOption.name]! / Math.max(1, sharing));
  return found;
}
