// What the shell of the page and the timeline agree on. The shell owns the address, the list of findings and the panels; the timeline
// draws and tells what the reader points at. Both speak of rows (view-trace.ts).

import type { Finding } from '../../findings/finding.ts';
import type { Row, ViewTrace } from './view-trace.ts';
import type { WhatIfAnswer, WhatIfQuestion } from './what-if.ts';

/** The order in which events are drawn: as they were recorded, or as the schedule that proves the finding has them. */
export type Order = 'recorded' | 'witness';

export interface TimelineProps {
  readonly trace: ViewTrace;
  /** The one that is open; none: the whole run. */
  readonly finding: Finding | undefined;
  /** The events that the finding is made of, in the order of `sidesOf`; those that the page does not have are left out. */
  readonly marked: readonly Row[];
  /** The schedule that proves the finding, in its order; undefined if there is none. After that of a deadlock each thread waits. */
  readonly witness: Uint32Array | undefined;
  readonly order: Order;
  onOrder(order: Order): void;
  /** The event that is focused, by a click here or by a step of the panels. */
  readonly selected: Row | undefined;
  onSelect(row: Row | undefined): void;
  onHover(row: Row | undefined): void;
  /** Analyses a changed trace somewhere else than where it is drawn; the page itself does if it is absent. */
  whatIf?(question: WhatIfQuestion): Promise<WhatIfAnswer>;
}
