// Every detector in memory on irregular traces of 8, 64 and 256 threads, and FastTrack and SHB on recorded traces, beside FastTrack in plain C. Processor
// time, since ratios are what counts and machines have other things to do.

import { join } from 'node:path';
import { Detection } from '../../src/detectors/detection.ts';
import type { Detector } from '../../src/detectors/detector.ts';
import { detectorById, detectors } from '../../src/detectors/index.ts';
import { openInput } from '../../src/formats/file/input.ts';
import { readTrace } from '../../src/formats/read.ts';
import { copyBlock, type EventBlock } from '../../src/trace/block.ts';
import { generatedTrace } from '../../src/trace/random/generator.ts';
import type { Trace } from '../../src/trace/trace.ts';
import { bestCpu as best } from '../cpu-time.ts';
import { reference, writeColumns } from '../reference.ts';
import type { Cell, Context, Suite, Table } from '../suite.ts';
import { traceFiles } from '../tracked-traces.ts';

/** A detector that has taken this long is not run again. */
const PATIENCE = 1e9;

export const detecting: Suite = {
  id: 'detecting',
  says: 'every detector in memory, with 8, 64 and 256 threads, beside FastTrack in C',
  async run(context) {
    const { root, scratch, quick, progress, keep } = context;
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
      keep(tables.at(-1)!);
    }
    if (context.traces !== undefined) tables.push(await recorded(context.traces, context));
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

/** Shorter traces say more about how an analysis begins. */
const LEAST_EVENTS = 100_000;

async function recorded(folder: string, { root, scratch, quick, progress, keep }: Context): Promise<Table> {
  const rows: Cell[][] = [];
  const table: Table = {
    title: 'FastTrack and SHB on recorded traces in memory',
    columns: ['trace', 'events', 'threads', 'variables', 'ns/event', 'in C', 'of C', 'C again', 'shb', 'of fasttrack'],
    rows,
    notes: [
      'best of alternating runs, ours and C each in memory that was never used before, as in an analysis; "C again" is C in the memory of its run before',
      'C takes locks as not re-entrant, and only knows reads, writes, locks, forks and joins',
    ],
  };
  for (const file of traceFiles(folder, quick ? 1 << 20 : 1 << 23)) {
    progress(file);
    const blocks: EventBlock[] = [];
    const { symbols, events } = await readTrace(await openInput(join(folder, file)), {}, (block) =>
      blocks.push(copyBlock(block)),
    );
    if (events < LEAST_EVENTS) continue;
    const trace: Trace = { symbols, blocks, length: events };
    const columns = join(scratch, 'recorded.bin');
    writeColumns(trace, columns);
    let [c, again, fasttrack, shb] = new Array<number>(4).fill(Number.POSITIVE_INFINITY) as [number, number, number, number];
    for (let round = 0; round < (quick ? 2 : 5); round++) {
      for (let i = 0; i < 3; i++) c = Math.min(c, reference(root, scratch).fasttrack(columns, 1) ?? c);
      again = Math.min(again, reference(root, scratch).fasttrack(columns, 3) ?? again);
      fasttrack = Math.min(fasttrack, best(3, () => run(detectorById('fasttrack')!, trace)) / events);
      shb = Math.min(shb, best(3, () => run(detectorById('shb')!, trace)) / events);
    }
    const ofC = Number.isFinite(c) ? [c, fasttrack / c, again] : [null, null, null];
    rows.push([file, events, symbols.threads.size, symbols.variables.size, fasttrack, ...ofC, shb, shb / fasttrack]);
    keep(table);
  }
  return table;
}

function run(detector: Detector, trace: Trace): void {
  const detection = new Detection([detector]);
  for (const block of trace.blocks) detection.block(block);
  detection.end();
}
