// Figure 4 of Goldilocks: the cost of checking an access against the number of threads, for the paper's three patterns.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Detection } from '../../src/detectors/detection.ts';
import { detectorById } from '../../src/detectors/index.ts';
import type { Trace } from '../../src/trace/trace.ts';
import { best } from '../measure.ts';
import { patterns } from '../patterns.ts';
import { plotSvg } from '../plot.ts';
import type { Suite, Table } from '../suite.ts';

/** The paper's three algorithms: vector clocks, Eraser, Goldilocks; and what vector clocks have become. */
const compared = ['djit', 'fasttrack', 'eraser', 'goldilocks-lazy'].map((id) => detectorById(id)!);
const threadCounts = [1, 2, 4, 8, 16, 32, 64, 128, 256];

export const figure4: Suite = {
  id: 'figure-4',
  says: "Goldilocks' Figure 4: cost per access with 1 to 256 threads",
  async run({ scratch, quick, progress, keep }) {
    const tables: Table[] = [];
    for (const { name, shows, trace: make } of patterns) {
      const costs = compared.map(() => [] as [number, number][]);
      for (const threads of threadCounts) {
        const trace = make(threads, quick ? 20_000 : 400_000);
        const accesses = countAccesses(trace);
        for (const [i, detector] of compared.entries()) {
          progress(`${name}, ${threads} threads: ${detector.id}`);
          const run = () => {
            const detection = new Detection([detector]);
            for (const block of trace.blocks) detection.block(block);
            detection.end();
          };
          costs[i]!.push([threads, best(quick ? 2 : 7, run) / accesses]);
        }
      }
      const file = join(scratch, `figure-4-${name}.svg`);
      const series = compared.map((detector, i) => ({ name: detector.id, points: costs[i]! }));
      writeFileSync(file, plotSvg({ title: `${name}: ${shows}`, x: 'threads', y: 'ns per access', series }));
      tables.push({
        title: `${name} (${shows}): nanoseconds per access, synchronisation included`,
        columns: ['detector', ...threadCounts.map(String)],
        rows: compared.map((detector, i) => [detector.id, ...costs[i]!.map(([, cost]) => cost)]),
        notes: [`best of repeated runs; drawn in bench/.cache/figure-4-${name}.svg`],
      });
      keep(tables.at(-1)!);
    }
    return tables;
  },
};

function countAccesses(trace: Trace): number {
  let count = 0;
  for (const { ops, length } of trace.blocks) for (let i = 0; i < length; i++) if (ops[i]! <= 1) count++;
  return count;
}
