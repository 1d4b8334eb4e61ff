// What a detector says of a trace: pairs of positions, and how sure a person can be of them. It stands beside the trace because
// detectors make it and findings read it, and neither knows the other.

import type { Position } from './id.ts';
import type { Witness } from './witness.ts';

/** How sure a person can be. Ordered from the strongest. */
export const claims = ['observed', 'predicted', 'suspected'] as const;
export type Claim = (typeof claims)[number];

/** In the place of a first access that the algorithm does not know. */
export const UNKNOWN: Position = -1;

/** The races that one detector reports, by number, in order of the second access and then of the first. */
export interface Races {
  readonly length: number;
  /** UNKNOWN where the algorithm only knows the second. */
  first(race: number): Position;
  second(race: number): Position;
  /** A schedule that ends with the two accesses. */
  witness(race: number): Witness | undefined;
  /** Whether the run itself has the race, where the detector said so. */
  observed(race: number): boolean | undefined;
  /** Whether this pair was reported; O(log races). */
  has(first: Position, second: Position): boolean;
}

/** What became of one detector on one trace. */
export interface Outcome {
  readonly detector: { readonly id: string; readonly claim: Claim };
  readonly races: Races;
  readonly counters: Readonly<Record<string, number>>;
}
