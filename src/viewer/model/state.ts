// What a thread is doing after a row: where it is, what it holds, what it waits for. O(levels · log spans), nothing is replayed.

import { bisect } from '../../base/bisect.ts';
import { type Frame, Stacks } from '../../findings/stack.ts';
import type { Run } from './run.ts';
import { MOST_LEVELS, SpanKind } from './spans.ts';
import type { Row } from './view-trace.ts';

export interface ThreadState {
  readonly thread: number;
  /** Its last event; undefined if it has done nothing yet. */
  readonly row: Row | undefined;
  /** Whether that is the event that was stepped to. */
  readonly acts: boolean;
  readonly stack: readonly Frame[];
  /** Spans that it is in, outermost first: those of locks that it holds, and what it waits in. */
  readonly holds: readonly number[];
  readonly waits: readonly number[];
}

/** The spans of a thread that have begun and not ended after the row. */
export function spansAt({ spans }: Run, thread: number, row: Row): number[] {
  const found: number[] = [];
  for (let level = 0; level < (spans.depths[thread] ?? 0); level++) {
    const group = thread * MOST_LEVELS + level;
    const first = spans.orderStarts[group]!;
    const at = bisect(first, spans.orderStarts[group + 1]!, (i) => spans.starts[spans.order[i]!]! <= row) - 1;
    if (at >= first && spans.ends[spans.order[at]!]! > row) found.push(spans.order[at]!);
  }
  return found.sort((a, b) => a - b);
}

export function statesAt(run: Run, threads: readonly number[], row: Row): ThreadState[] {
  const { columns, symbols } = run.trace;
  const stacks = new Stacks(symbols);
  return threads.map((thread) => {
    const last = run.rows.last(thread, row);
    const inside = spansAt(run, thread, row);
    const kind = (span: number): number => run.spans.kinds[span]!;
    return {
      thread,
      row: last,
      acts: last === row,
      stack: last === undefined ? [] : stacks.of(columns.locations[last]!),
      holds: inside.filter((span) => kind(span) === SpanKind.section || kind(span) === SpanKind.shared),
      waits: inside.filter((span) => kind(span) === SpanKind.wait || kind(span) === SpanKind.blocked),
    };
  });
}
