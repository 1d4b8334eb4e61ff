// What a race is for a person: one variable, two places in the code, how sure we are and why. Plain data.

import type { Claim } from '../trace/outcome.ts';
import type { Witness } from '../trace/witness.ts';
import type { Access, Fork } from './accesses.ts';

export type RaceKind = 'write-write' | 'write-read' | 'read-write';

/** As the JSON contract has it, version 1; `forks` is for reports that have room. */
export interface Finding {
  /** R1, R2, … in the order of the report. */
  readonly id: string;
  readonly fingerprint: string;
  readonly variable: string;
  readonly kind: RaceKind;
  /** The strongest over all detectors that saw it. */
  readonly claim: Claim;
  readonly detectors: readonly string[];
  /** How many pairs of accesses at these two places were reported, by the detector that reported most. */
  readonly count: number;
  readonly first: Access | null;
  readonly second: Access;
  /** A schedule that ends with the two accesses. */
  readonly witness: Witness | null;
  /** One sentence in plain words. */
  readonly reason: string;
  /** Where the threads of the two accesses were started, as far as the trace says. */
  readonly forks: readonly Fork[];
}
