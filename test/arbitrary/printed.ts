// Traces of what the pseudo-code of the documents knows: reads, writes, locks, forks and joins; re-entrant and hand-over-hand, nested up to
// eight deep, with twenty threads, trees of forks, and locks that are held at the end.

import fc from 'fast-check';
import { TraceBuilder } from '../../src/trace/builder.ts';
import { Op, operation } from '../../src/trace/operation.ts';
import { table } from '../../src/trace/symbols.ts';
import { events, type Trace } from '../../src/trace/trace.ts';
import { type Feature, printable, traceArbitrary } from './trace.ts';

const known: readonly Feature[] = ['nested', 'reentrant', 'fork', 'hand-over', 'guarded', 'overlap', 'cut'];

/** `more`: features beyond those, `alloc` for instance. */
export function printedArbitrary(...more: readonly Feature[]): fc.Arbitrary<Trace> {
  const features = [...known, ...more];
  return fc.oneof(
    traceArbitrary({ features }),
    traceArbitrary({ features, threads: 6, locks: 3, variables: 1, items: 14 }),
    traceArbitrary({ features, threads: 5, locks: 8, variables: 2, items: 10, nesting: 8 }),
    traceArbitrary({ features, threads: 20, locks: 3, variables: 2, items: 30, weights: { fork: 6, join: 4 } }),
  );
}

/** The same with a write for every read. */
export function withoutReads(trace: Trace): Trace {
  const builder = new TraceBuilder();
  const { symbols } = trace;
  for (const { op, thread, target } of events(trace)) {
    const name = table(symbols, operation(op).target).name(target);
    builder.add(symbols.threads.name(thread), op === Op.read ? Op.write : (op as Op), name, '');
  }
  return printable(builder.trace());
}
