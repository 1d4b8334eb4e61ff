// Everything known of one finding, as data: src/explain.ts finds it out, reports print it.

import type { Position } from '../trace/id.ts';
import type { Finding } from './finding.ts';
import type { Slice } from './slices.ts';

/** A step of a schedule other than the recorded one. */
export interface WitnessStep {
  readonly step: number;
  readonly position: Position;
  readonly thread: string;
  /** Not escaped. */
  readonly text: string;
  readonly location: string;
  readonly racing: boolean;
  readonly moved: boolean;
}

export interface FindingExplanation {
  readonly finding: Finding;
  readonly slice: Slice;
  /** Set if the order of accesses between two synchronisations is only one that the run could have had. */
  readonly untimed?: boolean;
  /** Sentences, names quoted and escaped. */
  readonly orders: readonly string[];
  readonly witness: WitnessExplanation | undefined;
}

export interface WitnessExplanation {
  readonly threads: readonly string[];
  readonly steps: readonly WitnessStep[];
  /** Steps before those shown. */
  readonly hidden: number;
  readonly sentences: readonly string[];
}
