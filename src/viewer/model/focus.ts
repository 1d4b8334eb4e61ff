// The rows that a finding is told with: its events and what their threads did around them, the sections that they are in, where the threads come from,
// what orders them or fails to, and what the schedule moved. All else is folded away. A few hundred rows, however long the run.

import { replaySections } from '../../witness/replayed-critical-sections.ts';
import { whyOrdered } from './ordering.ts';
import type { Run } from './run.ts';
import type { Schedule } from './schedule.ts';
import { spansAt } from './state.ts';
import type { Row } from './view-trace.ts';

/** Events of its thread before and after each. */
const BEFORE = 7;
const AFTER = 5;
/** Moved steps and swapped sections that are shown: more than that nobody follows. */
const MOST_MOVED = 120;
const MOST_SWAPS = 12;

export interface Focus {
  /** Ascending. */
  readonly rows: Uint32Array;
  /** The threads to show, those of the finding first. */
  readonly threads: readonly number[];
}

export function focusOn(run: Run, marked: readonly Row[], schedule: Schedule | undefined): Focus {
  const rows = new Set<Row>();
  for (const row of marked) addAround(run, row, rows);
  for (let i = 1; i < marked.length; i++) addOrder(run, marked[i - 1]!, marked[i]!, rows);
  if (schedule !== undefined) addMoved(run, schedule, rows);
  for (const thread of threadsOf(run, rows)) addFork(run, thread, rows);
  const all = Uint32Array.from(rows).sort();
  return { rows: all, threads: [...new Set([...threadsOf(run, marked), ...threadsOf(run, all)])] };
}

function threadsOf({ trace }: Run, rows: Iterable<Row>): number[] {
  return [...new Set(Array.from(rows, (row) => trace.columns.threads[row]!))];
}

function addAround({ rows, ...run }: Run, row: Row, into: Set<Row>): void {
  const thread = run.trace.columns.threads[row]!;
  const at = rows.from(thread, row);
  const from = Math.max(rows.starts[thread]!, at - BEFORE);
  const to = Math.min(rows.starts[thread + 1]! - 1, at + AFTER);
  for (let i = from; i <= to; i++) into.add(rows.rows[i]!);
  for (const span of spansAt({ rows, ...run }, thread, row)) addSpan(run, span, into);
}

function addSpan({ spans, trace }: Pick<Run, 'spans' | 'trace'>, span: number, into: Set<Row>): void {
  into.add(spans.starts[span]!);
  if (spans.ends[span]! < trace.columns.length) into.add(spans.ends[span]!);
}

function addOrder({ trace }: Run, first: Row, second: Row, into: Set<Row>): void {
  const why = whyOrdered(trace.columns, first, second);
  for (const { from, to } of why.ordered ? why.chain : why.known) into.add(from).add(to);
  if (why.ordered) return;
  if (why.handsOver !== undefined) into.add(why.handsOver);
  if (why.takenBy !== undefined) into.add(why.takenBy);
}

function addMoved(run: Run, { rows, moved }: Schedule, into: Set<Row>): void {
  // How it ends is what it is about.
  let left = MOST_MOVED;
  for (let step = rows.length - 1; step >= 0 && left > 0; step--) {
    if (moved[step] === 0) continue;
    into.add(rows[step]!);
    left--;
  }
  const { reversals } = replaySections(run.trace.columns, rows);
  for (const { now, before } of reversals.slice(-MOST_SWAPS))
    for (const row of [now, before])
      for (const span of spansAt(run, run.trace.columns.threads[row]!, row)) addSpan(run, span, into);
}

/** Where a thread comes from: the arrow that ends at its first event. */
function addFork({ rows, arrows }: Run, thread: number, into: Set<Row>): void {
  if (rows.size(thread) === 0) return;
  const first = rows.rows[rows.starts[thread]!]!;
  const arrow = arrows.to.subarray(0, arrows.count).indexOf(first);
  if (arrow >= 0) into.add(arrows.from[arrow]!).add(first);
}
