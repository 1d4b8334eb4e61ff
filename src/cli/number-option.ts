// A number that a detector takes, as an option of the command line.

import type { DetectorOption } from '../detectors/detector.ts';
import type { DurationOption, Flag, NumberOption, SizeOption } from './option.ts';

/** The least memory that is worth a try. */
const LEAST_MEMORY = 2 ** 20;

export type OwnOption = NumberOption | SizeOption | DurationOption | Flag;

export function numberOption({ unit, min = 0 }: DetectorOption, help: string): OwnOption {
  if (unit === 'bytes') return { kind: 'size', min: LEAST_MEMORY, help };
  if (unit === 'seconds') return { kind: 'duration', help };
  if (unit === 'switch') return { kind: 'flag', help };
  return { kind: 'number', min, max: Number.MAX_SAFE_INTEGER, help };
}
