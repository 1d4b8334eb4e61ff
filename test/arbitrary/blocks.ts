// Traces with many atomic blocks: a program of some threads whose code is put into begin and end here and there, also nested, never closed, or with
// sections and waits across the border of a block. Serialisable about as often as not.

import fc from 'fast-check';
import { BlockBuilder, TraceBuilder } from '../../src/trace/builder.ts';
import { Op } from '../../src/trace/operation.ts';
import { newSymbols } from '../../src/trace/symbols.ts';
import { events, type Trace, TraceCollector } from '../../src/trace/trace.ts';
import { likewise } from './model.ts';
import { nestedArbitrary } from './nested.ts';
import { features, printable, type Shape, traceArbitrary } from './trace.ts';

/** Before an event: 0 nothing, otherwise begin or end, whatever the thread is in. */
const marks = fc.array(fc.constantFrom(0, 0, 0, 1, 1, 2), { minLength: 1, maxLength: 60, size: 'max' });

function marked(trace: Trace, numbers: readonly number[]): Trace {
  const symbols = newSymbols();
  for (const table of ['threads', 'locks', 'variables', 'locations'] as const)
    for (const name of trace.symbols[table].names()) symbols[table].internName(name);
  const collector = new TraceCollector(symbols);
  const builder = new BlockBuilder(symbols, (block) => collector.block(block), 8);
  const depths = new Map<number, number>();
  const waits = new Set<number>();
  for (const { position, op, thread, target, location } of events(trace)) {
    const depth = depths.get(thread) ?? 0;
    const mark = op === Op.begin || op === Op.end || op === Op.barrierExit ? 0 : numbers[position % numbers.length]!;
    // The event after a wait is the acquire that ends it.
    const add = mark === 1 && depth < 2 ? Op.begin : mark === 2 && depth > 0 ? Op.end : undefined;
    const block = symbols.locations.internName(`block of T${thread}`);
    if (add !== undefined && !waits.has(thread)) {
      depths.set(thread, depth + (add === Op.begin ? 1 : -1));
      builder.add(add, thread, block, block);
    }
    if (op === Op.wait) waits.add(thread);
    else waits.delete(thread);
    builder.add(op as Op, thread, target, location);
  }
  builder.flush();
  return printable(likewise(trace, collector.trace()));
}

export function blocksArbitrary(shape: Partial<Shape> = {}): fc.Arbitrary<Trace> {
  const plain = traceArbitrary({ threads: 3, locks: 2, variables: 2, items: 8, ...shape });
  return fc.tuple(plain, marks).map(([trace, numbers]) => marked(trace, numbers));
}

/**
 * Hardly anything but blocks of a few accesses, more of them open than there are accesses of a variable: cycles are long, and close long after
 * their parts were there. Forks only of threads that did nothing, joins only of those that will do nothing.
 */
export const sparseBlocks: fc.Arbitrary<Trace> = fc
  .array(fc.record({ thread: fc.nat(5), kind: fc.nat(11), target: fc.nat(7) }), { minLength: 8, maxLength: 45, size: 'max' })
  .map((choices) => {
    const builder = new TraceBuilder();
    const depths = Array.from({ length: 6 }, () => 0);
    const gone = new Set<number>();
    const seen = new Set<number>();
    for (const { thread, kind, target } of choices) {
      if (gone.has(thread)) continue;
      const other = target % 6;
      const isNew = !seen.has(other) && other !== thread;
      seen.add(thread);
      const add = (op: Op, name: string) => builder.add(`T${thread}`, op, name, '');
      if (kind < 2 && depths[thread] === 0) {
        depths[thread] = 1;
        add(Op.begin, 'block');
      } else if (kind === 2 && depths[thread]! > 0) {
        depths[thread] = 0;
        add(Op.end, 'block');
      } else if (kind === 3 && isNew) {
        add(Op.fork, `T${other}`);
        seen.add(other);
        // Sometimes it does nothing and is joined at once.
        if (target > 5) gone.add(other);
        if (target > 5) add(Op.join, `T${other}`);
      } else if (kind === 4 && seen.has(other) && other !== thread && !gone.has(other)) {
        gone.add(other);
        add(Op.join, `T${other}`);
      } else add(kind % 2 === 0 ? Op.read : Op.write, `V${target}`);
    }
    return printable(builder.trace());
  });

/** With everything that orders events, and larger ones of the basic operations. */
export const anyBlocks: fc.Arbitrary<Trace> = fc.oneof(
  blocksArbitrary(),
  blocksArbitrary({ threads: 4, variables: 3, items: 12, weights: { access: 12 } }),
  blocksArbitrary({ features, weights: { region: 4 } }),
  sparseBlocks,
  blocksArbitrary({ features, threads: 5, variables: 4, items: 14, weights: { region: 4 } }),
);

/** Little but sections of a few locks, some inside others, with blocks across them. */
export const lockedBlocks: fc.Arbitrary<Trace> = fc.oneof(
  blocksArbitrary({ threads: 2, locks: 2, variables: 1, items: 6 }),
  fc
    .tuple(nestedArbitrary({ basic: true, threads: 3, locks: 3, items: 5 }), marks)
    .map(([trace, numbers]) => marked(trace, numbers)),
);
