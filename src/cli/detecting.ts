// Which detectors a command runs: the same options for analyze, baseline and explain, so that all three see the same findings.

import type { Detector } from '../detectors/detector.ts';
import { detectorById, detectors, recommended } from '../detectors/index.ts';
import { inputFormat } from './reading.ts';

export const detectingOptions = {
  detector: {
    kind: 'text',
    short: 'd',
    value: 'id',
    choices: detectors.map(({ id }) => id),
    listedBy: 'detectors',
    repeat: true,
    help: `which detector to run, instead of ${recommended.map(({ id }) => id).join(' and ')}`,
  },
  force: { kind: 'flag', help: 'run detectors also on a reduced trace that lacks what they need; their results may be wrong' },
  inputFormat,
} as const;

export function chosenDetectors(ids: readonly string[]): readonly Detector[] {
  return ids.length === 0 ? recommended : [...new Set(ids)].map((id) => detectorById(id)!);
}
