// Witnesses are put into the order of the trace in two ways, by a look at every event or by threads: both give the same.

import { expect, test } from 'vitest';
import { inTraceOrder } from '../../src/detectors/sync-preserving/schedules.ts';
import { TraceIndex } from '../../src/detectors/sync-preserving/trace-index.ts';
import { TraceBuilder } from '../../src/trace/builder.ts';
import { ColumnCollector } from '../../src/trace/columns.ts';
import { Op } from '../../src/trace/operation.ts';
import { Random } from '../fuzz/mutate.ts';

const THREADS = 3;

test('the events of an ideal, few or many, come in the order of the trace', () => {
  const random = new Random(7);
  const builder = new TraceBuilder();
  for (let e = 0; e < 2000; e++) builder.add(`T${e < THREADS ? e : random.below(THREADS)}`, Op.read, 'x');
  const collector = new ColumnCollector();
  for (const block of builder.trace().blocks) collector.block(block);
  const trace = new TraceIndex(collector.columns());
  const { threads, length } = trace.columns;
  const to = new Uint32Array(length);
  for (const most of [1, 5, 30, 200, 700])
    for (let n = 0; n < 20; n++) {
      const ideal = Uint32Array.from({ length: THREADS }, () => random.below(most));
      const end = random.below(length);
      const expected: number[] = [];
      for (let e = 0; e < end; e++) if (trace.index[e]! <= ideal[threads[e]!]!) expected.push(e);
      expect([...to.subarray(0, inTraceOrder(trace, ideal, end, to))]).toEqual(expected);
    }
});
