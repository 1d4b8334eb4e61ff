// Figure 4 of Goldilocks: the cost of checking an access against the number of threads, for the paper's three patterns; and as slow-down, what
// checking adds to the run without it, as a multiple of that.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Detection } from '../../src/detectors/detection.ts';
import type { Trace } from '../../src/trace/trace.ts';
import { best } from '../measure.ts';
import { type Pattern, patterns } from '../patterns.ts';
import { plotSvg, type Series } from '../plot.ts';
import { measuredDetector } from '../reproduce/detectors.ts';
import type { Suite, Table } from '../suite.ts';

/** The run without checks, and the paper's three algorithms: vector clocks, Eraser, Goldilocks; and what vector clocks have become. */
const plain = measuredDetector('unchecked');
const compared = ['vector-clocks', 'fasttrack-style', 'fasttrack', 'eraser', 'goldilocks-lazy'].map(measuredDetector);
const threadCounts = [1, 2, 4, 8, 16, 32, 64, 128, 256];

export const figure4: Suite = {
  id: 'figure-4',
  says: "Goldilocks' Figure 4: cost per access and slow-down with 1 to 256 threads",
  async run({ scratch, quick, progress, keep }) {
    const tables: Table[] = [];
    for (const pattern of patterns) {
      const { name } = pattern;
      const costs = measured(pattern, quick, progress);
      const without = new Map(costs[0]!.points);
      const slower = costs
        .slice(1)
        .map((one) => ({ ...one, points: one.points.map(([threads, ns]) => [threads, ns / without.get(threads)!] as const) }));
      tables.push(
        drawn(
          pattern,
          'ns per access',
          'nanoseconds per access, synchronisation included',
          costs,
          scratch,
          `figure-4-${name}.svg`,
        ),
        drawn(pattern, 'slow-down', 'slow-down, in runs without checks', slower, scratch, `figure-4-${name}-slowdown.svg`),
      );
      for (const table of tables.slice(-2)) keep(table);
    }
    return tables;
  },
};

function measured({ name, trace: make }: Pattern, quick: boolean, progress: (text: string) => void): Series[] {
  const all = [plain, ...compared].map(({ id }) => ({ name: id, points: [] as [number, number][] }));
  for (const threads of threadCounts) {
    const trace = make(threads, quick ? 20_000 : 400_000);
    const accesses = countAccesses(trace);
    for (const [i, detector] of [plain, ...compared].entries()) {
      progress(`${name}, ${threads} threads: ${detector.id}`);
      const run = () => {
        const detection = new Detection([detector]);
        for (const block of trace.blocks) detection.block(block);
        detection.end();
      };
      all[i]!.points.push([threads, best(quick ? 2 : 7, run) / accesses]);
    }
  }
  return all;
}

function drawn(
  { name, shows }: Pattern,
  y: string,
  what: string,
  series: readonly Series[],
  folder: string,
  file: string,
): Table {
  writeFileSync(join(folder, file), plotSvg({ title: `${name}: ${shows}`, x: 'threads', y, series }));
  return {
    title: `${name} (${shows}): ${what}`,
    columns: ['detector', ...threadCounts.map(String)],
    rows: series.map((one) => [one.name, ...one.points.map(([, value]) => value)]),
    notes: [`best of repeated runs; drawn in bench/.cache/${file}`],
  };
}

function countAccesses(trace: Trace): number {
  let count = 0;
  for (const { ops, length } of trace.blocks) for (let i = 0; i < length; i++) if (ops[i]! <= 1) count++;
  return count;
}
