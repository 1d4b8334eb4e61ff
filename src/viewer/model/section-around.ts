// Holding a lock around the whole of what an event is in, as whoever mends a block of code would do it.

import type { Edit } from './edit.ts';
import type { Run } from './run.ts';
import { SpanKind } from './spans.ts';
import { spansAt } from './state.ts';
import type { Row } from './view-trace.ts';

/** Around the outermost section or block that each event is in, or the event; once where several are in the same. */
export function holdsOfSections(run: Run, events: readonly Row[], lock: string): Edit[] {
  const holds = new Map(events.map((row) => sectionAround(run, row)).map((around) => [`${around.from} ${around.to}`, around]));
  return [...holds.values()].map((around) => ({ kind: 'hold', lock, ...around }));
}

function sectionAround(run: Run, row: Row): { from: Row; to: Row } {
  const { spans, rows, trace } = run;
  const thread = trace.columns.threads[row]!;
  const inside = spansAt(run, thread, row).filter(
    (span) => spans.kinds[span] === SpanKind.region || spans.kinds[span]! <= SpanKind.shared,
  );
  const outer = inside.sort((a, b) => spans.starts[a]! - spans.starts[b]!)[0];
  if (outer === undefined) return { from: row, to: row };
  return { from: Math.min(row, spans.starts[outer]!), to: rows.last(thread, spans.ends[outer]!) ?? row };
}
