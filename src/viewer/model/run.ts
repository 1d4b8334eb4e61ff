// A run as the timeline draws it: the rows and all that is known of them by one reading. Built once for the recorded order, and once for a schedule.

import type { Arrows } from './arrows.ts';
import { Density } from './density.ts';
import type { Spans } from './spans.ts';
import { structureOf } from './structure.ts';
import { ThreadRows } from './thread-rows.ts';
import type { ViewTrace } from './view-trace.ts';

export interface Run {
  readonly trace: Pick<ViewTrace, 'columns' | 'symbols'>;
  readonly rows: ThreadRows;
  readonly density: Density;
  readonly spans: Spans;
  readonly arrows: Arrows;
}

export function runOf(trace: Pick<ViewTrace, 'columns' | 'symbols'>, isPart = false): Run {
  const { columns } = trace;
  return { trace, rows: new ThreadRows(columns), density: new Density(columns), ...structureOf(columns, isPart) };
}
