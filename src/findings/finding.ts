// What a race is for a person: one variable, two places in the code, how sure we are and why. Plain data.

import type { Claim } from '../trace/outcome.ts';
import type { Witness } from '../trace/witness.ts';
import type { Allocation, Fork, Memory, StackedAccess } from './access.ts';

export type RaceKind = 'write-write' | 'write-read' | 'read-write';

/** Two places in the code, and what raced there. */
export interface PlacePair {
  /** Null where the algorithm only knows the second. */
  readonly first: string | null;
  readonly second: string;
  readonly kind: RaceKind;
  readonly claim: Claim;
  /** At least so often. */
  readonly count: number;
  /** Of the findings at these places: one for each kind of object. */
  readonly fingerprints: readonly string[];
  /** For each of these the fingerprints of its two places alone; see known-pairs.ts. */
  readonly sides: readonly (readonly string[])[];
}

/** What a finding is grouped by; see identity.ts. */
export interface Known {
  /** The variable with its bytes, without the instance. */
  readonly field: string;
  /** The places, sorted. */
  readonly places: readonly string[];
  /** Those of `first` (empty if that is null) and `second`. */
  readonly of: readonly [string, string];
}

/**
 * As the JSON contract has it, version 1, but for `known`, which is ours. The
 * variable, the accesses and what is said of them are those of the strongest finding of the entry.
 */
export interface Finding {
  /** R1, R2, … in the order of the report. */
  readonly id: string;
  readonly fingerprint: string;
  readonly type: 'race';
  readonly variable: string;
  readonly kind: RaceKind;
  /** The strongest over all detectors that saw it. */
  readonly claim: Claim;
  readonly detectors: readonly string[];
  /** How many pairs of accesses were reported, by the detector that reported most. There may be more: detectors do not report all. */
  readonly count: number;
  readonly first: StackedAccess | null;
  readonly second: StackedAccess;
  /** A schedule that ends with the two accesses. */
  readonly witness: Witness | null;
  /** One sentence in plain words. */
  readonly reason: string;
  /** Where the threads of the two accesses were started, as far as the trace says. */
  readonly forks: readonly Fork[];
  /** Where the memory of the variable was allocated; absent if the trace does not say. */
  readonly allocation?: Allocation;
  /** Where the variable is; absent if the trace does not say. */
  readonly memory?: Memory;
  /** All variables of the entry, that of the accesses first. */
  readonly variables: readonly string[];
  /** All pairs of places, that of the accesses first. */
  readonly places: readonly PlacePair[];
  /** The processes that showed it, by name; empty where there is only one. */
  readonly processes: readonly string[];
  /** The tests that started its threads, where a test runner told. */
  readonly tests: readonly string[];
  /** Which of the traces of the result the positions are of. */
  readonly trace: number;
  readonly known: Known;
}
