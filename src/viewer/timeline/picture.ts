// What one chart draws: a run on an axis, in lanes, and what of it is special. The recorded run and a schedule are pictures alike; the indexes of a
// schedule are steps, and `rowOf` tells which rows of the trace they are.

import type { ArrowKind } from '../model/arrows.ts';
import type { Axis } from '../model/axis.ts';
import type { Edge } from '../model/ordering.ts';
import type { Run } from '../model/run.ts';
import type { Row } from '../model/view-trace.ts';

/** An index of the picture's run: a row of the trace, or a step of a schedule. */
export type Index = number;

export interface Picture {
  readonly run: Run;
  readonly axis: Axis;
  readonly threads: readonly number[];
  readonly locks: readonly number[];
  /** Its indexes are steps. */
  readonly isSchedule: boolean;
  rowOf(index: Index): Row;
  /** Undefined if the schedule does not run it. */
  indexOf(row: Row): Index | undefined;
  isMoved(index: Index): boolean;
  /** Arrows of locks, by the index at which they end, that a schedule has the other way round: they are no reason. */
  readonly turned: ReadonlySet<Index>;
  /** The events of the finding, with their numbers. */
  readonly marked: ReadonlyMap<Index, number>;
}

/** Whether an arrow is one that a schedule has the other way round: only a lock's can be, also where a fork ends at the same event. */
export function isTurned({ turned }: Pick<Picture, 'turned'>, kind: ArrowKind | Edge['kind'], to: Index): boolean {
  return kind === 'lock' && turned.has(to);
}
