// What was measured of one trace for Raptor's tables.

import type { Program } from '../section.ts';
import type { Causal } from '../tasks/causal.ts';
import type { BySets } from '../tasks/raptor.ts';
import type { Windowed } from '../tasks/window.ts';

export interface RaptorMeasured {
  readonly program: Program;
  readonly causal: Causal;
  /** By size; those over the limit are not in it. */
  readonly windows: ReadonlyMap<number, Windowed>;
  /** Undefined where a limit was reached. */
  readonly sets: BySets | undefined;
  /** Seconds. */
  readonly fasttrack: number | undefined;
}
