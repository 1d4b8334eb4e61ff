// How much of a trace the predictors can look at: rows of ideals have an entry per thread, so that thousands of threads that
// synchronise a lot would not fit. A prefix of a trace is a trace, and its races are races of the whole: what does not fit is
// left out and said.

import type { Columns } from '../../trace/columns.ts';
import { Op } from '../../trace/operation.ts';
import { IdealsFull } from './ideals.ts';
import { Lanes } from './lanes.ts';
import { SyncPreservingRaces } from './races.ts';
import { TraceIndex } from './trace-index.ts';

/** Rows with more entries than this would make one per thread too much: 64 MB. */
const MOST_THREADS = 4096;

export interface Prefix<C extends Columns> {
  readonly columns: C;
  readonly races: SyncPreservingRaces;
  /** How many events of the trace the result speaks for: all, if the rest can have no race. */
  readonly analysed: number;
}

/** The longest prefix that fits, ready to be looked at. */
export function longestPrefix<C extends Columns>(columns: C, mostThreads: number = MOST_THREADS): Prefix<C> {
  for (let fitting = withFewThreads(columns, mostThreads); ; ) {
    try {
      const races = new SyncPreservingRaces(new TraceIndex(fitting));
      const whole = fitting.length === columns.length || nothingShared(columns);
      return { columns: fitting, races, analysed: whole ? columns.length : fitting.length };
    } catch (error) {
      if (!(error instanceof IdealsFull)) throw error;
      fitting = { ...fitting, length: error.event };
    }
  }
}

/** True if no two threads touch a variable that somebody writes. */
function nothingShared(columns: Columns): boolean {
  return new Lanes(new TraceIndex(columns)).cellCount === 0;
}

/** Ends before the first event that is by or about a thread too many. */
function withFewThreads<C extends Columns>(columns: C, most: number): C {
  const { ops, threads, targets, bounds } = columns;
  if (bounds.threads <= most) return columns;
  let length = 0;
  while (length < columns.length) {
    const op = ops[length]!;
    if (threads[length]! >= most || ((op === Op.fork || op === Op.join) && targets[length]! >= most)) break;
    length++;
  }
  return { ...columns, length, bounds: { ...bounds, threads: most } };
}

/** For the report: what was left out, if anything. */
export function prefixWords(
  id: string,
  { events = 0, eventsAnalysed = 0 }: Readonly<Record<string, number>>,
): string | undefined {
  if (events === eventsAnalysed) return undefined;
  return `${id} looked at the first ${eventsAnalysed} of ${events} events: the threads of all of them do not fit into its memory`;
}
