// Every detector in memory on irregular traces of 8, 64 and 256 threads, beside FastTrack and FastTrack in plain C.

import { join } from 'node:path';
import { Detection } from '../../src/detectors/detection.ts';
import type { Detector } from '../../src/detectors/detector.ts';
import { detectorById, detectors } from '../../src/detectors/index.ts';
import { generatedTrace } from '../../src/trace/random/generator.ts';
import type { Trace } from '../../src/trace/trace.ts';
import { best } from '../measure.ts';
import { reference, writeColumns } from '../reference.ts';
import type { Cell, Suite, Table } from '../suite.ts';

/** A detector that has taken this long is not run again. */
const PATIENCE = 1e9;

export const detecting: Suite = {
  id: 'detecting',
  says: 'every detector in memory, with 8, 64 and 256 threads, beside FastTrack in C',
  async run({ root, scratch, quick, progress }) {
    const tables: Table[] = [];
    for (const threads of [8, 64, 256]) {
      const trace = generatedTrace({
        events: quick ? 100_000 : 1_000_000,
        threads,
        locks: 2 * threads + 84,
        variables: 10_000,
        reentrancy: 0,
        nesting: 1,
      });
      const columns = join(scratch, `detecting-${threads}.bin`);
      writeColumns(trace, columns);
      const rounds = quick ? 2 : 6;
      let c = Number.POSITIVE_INFINITY;
      const times = new Map<Detector, number>();
      // FastTrack and C first, by themselves: later the compiler has seen too many detectors to do its best for one.
      let alone = Number.POSITIVE_INFINITY;
      for (let round = 0; round < rounds; round++) {
        c = Math.min(c, reference(root, scratch).fasttrack(columns, 3) ?? c);
        alone = Math.min(
          alone,
          best(4, () => run(detectorById('fasttrack')!, trace)),
        );
      }
      for (let round = 0; round < rounds; round++) {
        for (const detector of detectors) {
          progress(`${threads} threads, round ${round + 1} of ${rounds}: ${detector.id}`);
          const before = times.get(detector) ?? Number.POSITIVE_INFINITY;
          if (before < PATIENCE || before === Number.POSITIVE_INFINITY)
            times.set(
              detector,
              Math.min(
                before,
                best(2, () => run(detector, trace)),
              ),
            );
        }
      }
      tables.push(table(trace, threads, times, alone, Number.isFinite(c) ? c : undefined));
    }
    return tables;
  },
};

function table(trace: Trace, threads: number, times: ReadonlyMap<Detector, number>, alone: number, c: number | undefined): Table {
  const fasttrack = [...times].find(([{ id }]) => id === 'fasttrack')![1] / trace.length;
  const rows = [...times].map(([{ id }, total]): Cell[] => {
    const ns = total / trace.length;
    return [id, ns, 1e3 / ns, ns / fasttrack, c === undefined ? null : ns / c];
  });
  const ns = alone / trace.length;
  rows.push(['fasttrack alone', ns, 1e3 / ns, ns / fasttrack, c === undefined ? null : ns / c]);
  if (c !== undefined) rows.push(['fasttrack in C', c, 1e3 / c, c / fasttrack, 1]);
  return {
    title: `Detecting on ${trace.length} irregular events of ${threads} threads in memory`,
    columns: ['detector', 'ns/event', 'M events/s', 'of fasttrack', 'of C'],
    rows,
    notes: [
      'best of alternating runs; 20 % acquires and releases, 30 % of accesses write, no race; "alone" is before the others ran',
    ],
  };
}

function run(detector: Detector, trace: Trace): void {
  const detection = new Detection([detector]);
  for (const block of trace.blocks) detection.block(block);
  detection.end();
}
