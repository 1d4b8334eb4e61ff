// The tables of the LOFT paper: vector operations, time and log sizes of FF and LOFT on recorded traces (I to IV), what remains
// of those traces after a reduction, and how all that goes with the number of threads (figure 7).

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { HappensBefore } from '../../src/clocks/happens-before.ts';
import { FfTracker, LoftTracker, synchronisationOf, vectorOperations } from '../../src/teaching/track/index.ts';
import type { EventBlock } from '../../src/trace/block.ts';
import { lockPrograms } from '../lock-programs.ts';
import { best } from '../measure.ts';
import { plotSvg } from '../plot.ts';
import type { Cell, Context, Suite, Table } from '../suite.ts';
import { type Tracked, traceFiles, trackedTrace } from '../tracked-traces.ts';

const threadCounts = [2, 4, 8, 16, 32, 64];
/** Acquires and releases of a generated program: short runs, many of them, find the quiet moments of a machine. */
const EVENTS = 40_000;

export const tracking: Suite = {
  id: 'tracking',
  says: 'the tables of the LOFT paper on the traces given with --traces, and its figure 7 with 2 to 64 threads',
  async run(context) {
    const recorded = context.traces === undefined ? [] : await recordedTables(context.traces, context);
    return [...recorded, ...scalability(context), sharedVersions(context)];
  },
};

async function recordedTables(folder: string, { quick, progress, keep }: Context): Promise<Table[]> {
  const all: Tracked[] = [];
  const tables = () => [operationTable(all), logTable(all), reductionTable(all)];
  for (const file of traceFiles(folder, quick ? 1 << 20 : Number.POSITIVE_INFINITY)) {
    progress(file);
    all.push(await trackedTrace(join(folder, file), file, quick ? 3 : 15));
    for (const table of tables()) keep(table);
  }
  return tables();
}

function operationTable(all: readonly Tracked[]): Table {
  const cells = all.map(({ name, threads, ff, loft }): Cell[] => [
    name,
    threads,
    ff.operations,
    loft.operations,
    ratio(loft.operations, ff.operations),
    ff.microseconds,
    loft.microseconds,
    ratio(loft.microseconds, ff.microseconds),
  ]);
  return {
    title: 'Tables I and III: vector operations and time',
    columns: ['trace', 'threads', 'FF', 'LOFT', 'LOFT/FF', 'FF µs', 'LOFT µs', 'LOFT/FF'],
    rows: [...cells, ...totals(cells, [2, 3, 5, 6])],
    notes: ['operations at acquires and releases; median of alternating runs over the synchronisation events in memory'],
  };
}

function logTable(all: readonly Tracked[]): Table {
  const cells = all.map(({ name, ff, loft }): Cell[] => [
    name,
    ff.log,
    loft.log,
    ratio(loft.log, ff.log),
    ff.gzip,
    loft.gzip,
    ratio(loft.gzip, ff.gzip),
  ]);
  return {
    title: 'Tables II and IV: bytes of the lock log of section 5.3, before and after gzip',
    columns: ['trace', 'FF', 'LOFT', 'LOFT/FF', 'FF gzip', 'LOFT gzip', 'LOFT/FF'],
    rows: [...cells, ...totals(cells, [1, 2, 4, 5])],
    notes: ['a line per acquire and release that is not removable, and per access at which a race is found'],
  };
}

function reductionTable(all: readonly Tracked[]): Table {
  const cells = all.map(({ name, events, before, byLoft, byRuns, byAccesses }): Cell[] => [
    name,
    events,
    before,
    byLoft,
    ratio(byLoft, before),
    byRuns,
    ratio(byRuns, before),
    ratio(byAccesses, events),
  ]);
  return {
    title: 'Reduction: synchronisation events before and after',
    columns: ['trace', 'events', 'before', 'loft', 'loft/before', 'runs', 'runs/before', 'events left by --accesses'],
    rows: [...cells, ...totals(cells, [1, 2, 3, 5])],
    notes: ['forks and joins included; the last column is the share of all events that runs with --accesses keeps'],
  };
}

/** The sums of the columns, ratios of the sums, and the means of the ratios. */
function totals(rows: readonly (readonly Cell[])[], summed: readonly number[]): Cell[][] {
  const width = rows[0]?.length ?? 0;
  const column = (i: number) => rows.map((row) => row[i]).filter((cell) => typeof cell === 'number');
  const sum = (i: number) => column(i).reduce((a, b) => a + b, 0);
  const isRatio = (i: number) => i > 0 && column(i).some((cell) => !Number.isInteger(cell)) && !summed.includes(i);
  const total = Array.from({ length: width }, (_, i): Cell => (i === 0 ? 'total' : summed.includes(i) ? sum(i) : null));
  const mean = Array.from({ length: width }, (_, i): Cell => (i === 0 ? 'mean' : isRatio(i) ? sum(i) / column(i).length : null));
  return [total, mean];
}

function scalability({ scratch, quick, progress, keep }: Context): Table[] {
  const operations = new Map<string, [number, number][]>();
  const times = new Map<string, [number, number][]>();
  const figures = () => [
    figure('operations', 'vector operations, LOFT / FF', operations, scratch),
    figure('time', 'time, LOFT / FF', times, scratch),
  ];
  for (const { name, blocks: make } of lockPrograms) {
    operations.set(name, []);
    times.set(name, []);
    for (const threads of threadCounts) {
      progress(`${name}, ${threads} threads`);
      const blocks = make(threads, EVENTS).map(synchronisationOf);
      const [ff, loft] = [new FfTracker(), new LoftTracker()];
      const [ffTime, loftTime] = alternating(quick ? 3 : 40, blocks, [() => new FfTracker(), () => new LoftTracker()]);
      run(ff, blocks);
      run(loft, blocks);
      operations.get(name)!.push([threads, vectorOperations(loft.counts) / vectorOperations(ff.counts)]);
      times.get(name)!.push([threads, loftTime! / ffTime!]);
    }
    for (const table of figures()) keep(table);
  }
  return figures();
}

function figure(id: string, y: string, ratios: ReadonlyMap<string, [number, number][]>, scratch: string): Table {
  const file = `tracking-${id}.svg`;
  const series = [...ratios].map(([name, points]) => ({ name, points }));
  writeFileSync(join(scratch, file), plotSvg({ title: `Figure 7: ${y}`, x: 'threads', y, series }));
  return {
    title: `Figure 7: ${y}, by threads`,
    columns: ['program', ...threadCounts.map(String)],
    rows: series.map(({ name, points }) => [name, ...points.map(([, value]) => value)]),
    notes: [...lockPrograms.map(({ name, shows }) => `${name}: ${shows}`), `drawn in bench/.cache/${file}`],
  };
}

/** What the detectors' clocks make of the same: shared versions, where a lock re-acquired by its last releaser costs O(1). */
function sharedVersions({ quick, progress, keep }: Context): Table {
  const rows: Cell[][] = [];
  const table: Table = {
    title: 'Nanoseconds per acquire or release: whole vectors, LOFT, and the shared versions of the detectors',
    columns: ['program', 'threads', 'FF', 'LOFT', 'versions', 'LOFT/FF', 'versions/FF'],
    rows,
    notes: ['best of alternating runs; versions are src/clocks/happens-before.ts, which every happens-before detector uses'],
  };
  for (const { name, blocks: make } of lockPrograms)
    for (const threads of [8, 64, 256]) {
      progress(`${name}, ${threads} threads: shared versions`);
      const blocks = make(threads, EVENTS).map(synchronisationOf);
      const events = blocks.reduce((sum, { length }) => sum + length, 0);
      const makers = [() => new FfTracker(), () => new LoftTracker(), () => new SharedVersions()];
      const [ff, loft, versions] = alternating(quick ? 3 : 20, blocks, makers).map((ns) => ns / events);
      rows.push([name, threads, ff!, loft!, versions!, loft! / ff!, versions! / ff!]);
      keep(table);
    }
  return table;
}

interface Tracker {
  block(block: EventBlock): void;
}

class SharedVersions implements Tracker {
  private readonly order = new HappensBefore();

  block(block: EventBlock): void {
    const { order } = this;
    const { length, ops, threads, targets } = block;
    order.grow(block);
    for (let i = 0; i < length; i++) order.step(ops[i]!, threads[i]!, targets[i]!);
  }
}

function run(tracker: Tracker, blocks: readonly EventBlock[]): void {
  for (const block of blocks) tracker.block(block);
}

/** Nanoseconds of each, best of rounds in which all take turns. */
function alternating(rounds: number, blocks: readonly EventBlock[], makers: readonly (() => Tracker)[]): number[] {
  const least = makers.map(() => Number.POSITIVE_INFINITY);
  for (let round = 0; round < rounds; round++)
    for (const [i, make] of makers.entries())
      least[i] = Math.min(
        least[i]!,
        best(1, () => run(make(), blocks)),
      );
  return least;
}

function ratio(part: number, whole: number): Cell {
  return whole === 0 ? null : part / whole;
}
