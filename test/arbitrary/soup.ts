// Events at random, with no regard to rules: for checkers and readers, which must stand anything. Detectors want `trace.ts`.

import fc from 'fast-check';
import { BlockBuilder } from '../../src/trace/builder.ts';
import { Op, operations } from '../../src/trace/operation.ts';
import { newSymbols } from '../../src/trace/symbols.ts';
import { type Trace, TraceCollector } from '../../src/trace/trace.ts';

// Few threads and locks, and mostly the operations that have rules, so that rules meet.
const event = fc.record({
  op: fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom(Op.acquire, Op.release, Op.acquireShared, Op.releaseShared, Op.wait) },
    { weight: 1, arbitrary: fc.nat(operations.length - 1) },
  ),
  thread: fc.nat(2),
  target: fc.nat(1),
  location: fc.nat(2),
});

/** The events come in blocks of `blockSize`, so that state must survive from block to block. */
export const soupArbitrary: fc.Arbitrary<Trace> = fc
  .record({ events: fc.array(event, { maxLength: 60 }), blockSize: fc.integer({ min: 1, max: 20 }) })
  .map(({ events, blockSize }) => {
    const symbols = newSymbols();
    for (let i = 0; i < 4; i++) {
      symbols.threads.internName(`T${i}`);
      symbols.locks.internName(`L${i}`);
      symbols.variables.internName(`V${i}`);
      symbols.locations.internName(`${i + 1}`);
    }
    const collector = new TraceCollector(symbols);
    const builder = new BlockBuilder(symbols, (block) => collector.block(block), blockSize);
    for (const { op, thread, target, location } of events) builder.add(op as Op, thread, target, location);
    builder.flush();
    return collector.trace();
  });
