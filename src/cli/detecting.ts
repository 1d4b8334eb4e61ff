// Which detectors a command runs: the same options for analyze, baseline and explain, so that all three see the same findings.

import { availableParallelism } from 'node:os';
import type { AnalyzeOptions } from '../analyze.ts';
import type { Detector, DetectorOption } from '../detectors/detector.ts';
import { detectorById, detectors, recommended, recommendedForRecordings } from '../detectors/index.ts';
import { memoryOption } from '../detectors/memory-option.ts';
import { usualMemory } from './memory.ts';
import type { DurationOption, Flag, NumberOption, SizeOption, Values } from './option.ts';
import { inputFormat } from './reading.ts';

const [last, ...others] = recommended.map(({ id }) => id).reverse();
const defaults = `${others.reverse().join(', ')} and ${last}`;

/** The least memory that is worth a try. */
const LEAST_MEMORY = 2 ** 20;
/** More threads than this nobody has a use for: there are not so many detectors. */
const MOST_JOBS = 1024;

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
  jobs: {
    kind: 'number',
    short: 'j',
    min: 1,
    max: MOST_JOBS,
    help: 'threads that may work at a time, instead of one for each core',
  },
  force: { kind: 'flag', help: 'run detectors also on a reduced trace that lacks what they need; their results may be wrong' },
  inputFormat,
} as const;

type OwnOption = NumberOption | SizeOption | DurationOption | Flag;

/** The options of all detectors by their names, each once. Their types are not known here: `detecting` takes them from the list again. */
function numberOptions(): Readonly<Record<never, OwnOption>> {
  const all = detectors.flatMap(({ options = [] }) => options);
  return Object.fromEntries(
    all.map(({ name, unit, min = 0 }): [string, OwnOption] => {
      const help = numberHelp(name);
      if (unit === 'bytes') return [name, { kind: 'size', min: LEAST_MEMORY, help }];
      if (unit === 'seconds') return [name, { kind: 'duration', help }];
      if (unit === 'switch') return [name, { kind: 'flag', help }];
      return [name, { kind: 'number', min, max: Number.MAX_SAFE_INTEGER, help }];
    }),
  );
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
  const chosen = ids.length === 0 ? recommended : [...new Set(ids)].map((id) => detectorById(id)!);
  const onRecorded = ids.length === 0 ? recommendedForRecordings : [];
  return { detectors: chosen, onRecorded, force, jobs, detectorOptions: numbers(options, chosen) };
}

/** The numbers that were given, by the names that detectors have for them. */
function numbers(given: Readonly<Record<string, unknown>>, chosen: readonly Detector[]): Record<string, number> {
  const found: Record<string, number> = { [memoryOption.name]: usualMemory() };
  for (const name of Object.keys(numberOptions())) {
    if (typeof given[name] === 'number') found[name] = given[name];
    if (given[name] === true) found[name] = 1;
  }
  // All that run keep what they need until the end.
  const sharing = chosen.filter((detector) => detector.options?.includes(memoryOption)).length;
  found[memoryOption.name] = Math.floor(found[memoryOption.name]! / Math.max(1, sharing));
  return found;
}
