// What a schedule does otherwise than the recorded run, and why it may: the critical sections that change places, each with its reasons, and the
// sentences of the walk-through about the whole.

import { bisect } from '../../base/bisect.ts';
import { type Reversal, replaySections } from '../../witness/replayed-critical-sections.ts';
import { walkThroughColumns } from '../../witness/walk-through.ts';
import { lockName, threadName } from './event-words.ts';
import type { Run } from './run.ts';
import type { Schedule } from './schedule.ts';
import { isRead, writeSeen } from './seen-write.ts';
import { positionOf, type Row, type ViewTrace } from './view-trace.ts';

export interface Swap extends Reversal {
  /** Of the two sections: what runs first now, and what ran first in the trace. */
  readonly words: string;
  readonly why: readonly string[];
}

export interface Swaps {
  readonly swaps: readonly Swap[];
  readonly sentences: readonly string[];
}

export interface Asked {
  /** Rows; without those that wait. */
  readonly witness: Uint32Array;
  readonly waiting: readonly Row[];
  readonly cut: readonly Row[] | undefined;
}

export function swapsOf(trace: ViewTrace, run: Run, schedule: Schedule, { witness, waiting, cut }: Asked): Swaps {
  const { columns } = trace;
  const { reversals } = replaySections(columns, witness);
  const numberOf = (row: Row) => positionOf(trace, row);
  // Of a part of a trace nobody knows how much does not run.
  const sentences =
    trace.positions === undefined ? walkThroughColumns(trace, witness, { rows: 1, waiting, cut, numberOf }).sentences : [];
  const swaps = reversals.map((reversal) => {
    const who = (row: Row) => `${threadName(trace, columns.threads[row]!)}’s (event ${numberOf(row)})`;
    const { now, before, lock } = reversal;
    return {
      ...reversal,
      words: `${lockName(trace, lock)}: ${who(now)} goes first, before ${who(before)}`,
      why: reasons(trace, run, schedule, reversal),
    };
  });
  return { swaps, sentences };
}

function reasons(trace: ViewTrace, run: Run, schedule: Schedule, { now, before, lock }: Reversal): string[] {
  const { columns } = trace;
  const { steps, run: other } = schedule;
  const all = [`Nothing but ${lockName(trace, lock)} orders the two sections, and a lock does not say who comes first.`];
  const reads = [now, before]
    .flatMap((acquire) => rowsOfSection(run, acquire))
    .filter((row) => steps[row]! >= 0 && isRead(columns.ops[row]!));
  const goal = new Set([...schedule.rows.subarray(-2)]);
  const same = reads.filter((row) => {
    const seen = writeSeen(other.trace.columns, steps[row]!);
    return writeSeen(columns, row) === (seen === undefined ? undefined : schedule.rows[seen]);
  });
  const others = reads.filter((row) => !same.includes(row) && !goal.has(row));
  if (reads.length === 0) all.push('Neither reads anything before the schedule ends.');
  else if (others.length === 0)
    all.push(
      `${same.length === 1 ? 'The read in them sees' : `The ${same.length} reads in them see`} the same writes as in the recorded run.`,
    );
  const cut = [now, before].filter((acquire) => rowsOfSection(run, acquire).some((row) => steps[row]! < 0));
  for (const acquire of cut) {
    const thread = threadName(trace, columns.threads[acquire]!);
    all.push(`The schedule ends while ${thread} is still in its section: what comes after is not needed.`);
  }
  return all;
}

/** At most so many rows of a section are looked at. */
const MOST_ROWS = 2000;

/** The rows of the thread from an acquire to the end of its section. */
function rowsOfSection({ spans, rows, trace }: Run, acquire: Row): Row[] {
  const thread = trace.columns.threads[acquire]!;
  const at = bisect(0, spans.count, (span) => spans.starts[span]! < acquire);
  const end = spans.starts[at] === acquire ? spans.ends[at]! : acquire;
  const all: Row[] = [];
  for (let i = rows.from(thread, acquire); i < rows.starts[thread + 1]! && rows.rows[i]! <= end && all.length < MOST_ROWS; i++)
    all.push(rows.rows[i]!);
  return all;
}
