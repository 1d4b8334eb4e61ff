// The tables of the Raptor paper for `cp` on recorded traces (1 and 2), and how its speed and memory go with events, threads, locks and
// synchronisation, beside that of the paper's own sets.

import { join } from 'node:path';
import { cp, cpAnalysis } from '../../src/detectors/cp/index.ts';
import { raptor } from '../../src/detectors/raptor/index.ts';
import { readTrace } from '../../src/formats/read.ts';
import { openInput } from '../../src/node.ts';
import { newBlock } from '../../src/trace/block.ts';
import { Lowering } from '../../src/trace/lowering.ts';
import { LenientProblems } from '../../src/trace/problems.ts';
import { Generator, generatedTrace } from '../../src/trace/random/generator.ts';
import type { GeneratorOptions } from '../../src/trace/random/generator-options.ts';
import { best } from '../measure.ts';
import type { Cell, Context, Suite, Table } from '../suite.ts';
import { traceFiles } from '../tracked-traces.ts';

/** 10 % synchronisation, 8 threads. */
const moderate = { threads: 8, locks: 100, variables: 10_000, sync: 0.1, races: 0.001, reentrancy: 0 };

export const causallyPrecedes: Suite = {
  id: 'cp',
  says: 'the tables of the Raptor paper on the traces given with --traces, the growth of cp, and the sets of Raptor beside it',
  async run(context) {
    const recorded = context.traces === undefined ? [] : await recordedTables(context.traces, context);
    return [...recorded, growthTable(context), setsTable(context)];
  },
};

interface Race {
  readonly first: number;
  readonly second: number;
  readonly observed: boolean;
}

async function recordedTables(folder: string, { quick, progress, keep }: Context): Promise<Table[]> {
  const rows: Cell[][] = [];
  const distances: Cell[][] = [];
  const tables: Table[] = [
    {
      title: 'Table 1: threads, events, time and races',
      columns: ['trace', 'threads', 'events', 'seconds', 'M events/s', 'HB&CP', 'HB', 'CP-only'],
      rows,
      notes: ['races are static (dynamic); a static race is an unordered pair of locations; one run, without reading the file'],
    },
    {
      title: 'Table 2: event distances of each static CP-only race',
      columns: ['trace', 'locations', 'distances'],
      rows: distances,
      notes: ['the shortest and the longest distance between the two accesses in the trace'],
    },
  ];
  for (const file of traceFiles(folder, quick ? 1 << 20 : Number.POSITIVE_INFINITY)) {
    progress(file);
    const { races, threads, events, seconds, locations } = await recorded(join(folder, file));
    const site = ({ first, second }: Race) => [locations.get(first) ?? '', locations.get(second) ?? ''].sort().join(' and ');
    const counted = (some: readonly Race[]) => `${new Set(some.map(site)).size} (${some.length})`;
    const only = races.filter(({ observed }) => !observed);
    const observed = races.filter((race) => race.observed);
    rows.push([file, threads, events, seconds, events / seconds / 1e6, counted(races), counted(observed), counted(only)]);
    for (const [place, range] of ranges(only, site)) distances.push([file, place, range]);
    for (const table of tables) keep(table);
  }
  return tables;
}

async function recorded(path: string) {
  const input = await openInput(path);
  const races: Race[] = [];
  let nanoseconds = 0;
  const analysis = cpAnalysis((first, second, observed) => races.push({ first, second, observed }));
  const lowering = new Lowering(cp.operations, cp.reentrant, (block) => analysis.block(block));
  const timed = (work: () => void): void => {
    nanoseconds += best(1, work);
  };
  const { symbols, events } = await readTrace(input, { problems: new LenientProblems(0) }, (block) =>
    timed(() => lowering.lower(block)),
  );
  timed(() => analysis.end());
  const wanted = [...new Set(races.flatMap(({ first, second }) => [first, second]))].sort((a, b) => a - b);
  const locations = new Map<number, string>();
  let next = 0;
  await readTrace(input, { problems: new LenientProblems(0), enough: () => next === wanted.length }, (block) => {
    for (; next < wanted.length && wanted[next]! < block.start + block.length; next++)
      locations.set(wanted[next]!, symbols.locations.name(block.locations[wanted[next]! - block.start]!));
  });
  return { races, events, locations, threads: symbols.threads.size, seconds: nanoseconds / 1e9 };
}

function ranges(races: readonly Race[], site: (race: Race) => string): Map<string, string> {
  const bySite = new Map<string, number[]>();
  for (const race of races) bySite.set(site(race), [...(bySite.get(site(race)) ?? []), race.second - race.first]);
  return new Map(
    [...bySite].map(([place, all]) => [place, `${all.reduce((a, b) => Math.min(a, b))}–${all.reduce((a, b) => Math.max(a, b))}`]),
  );
}

function growthTable({ quick, progress, keep }: Context): Table {
  const events = quick ? 100_000 : 1_000_000;
  const variants: Partial<GeneratorOptions>[] = [
    ...[1, 2, 5].map((times) => ({ events: times * events })),
    ...[2, 32, 128].map((threads) => ({ threads })),
    ...[10, 1000].map((locks) => ({ locks })),
    ...[0.3, 0.5].map((sync) => ({ sync, nesting: 3 })),
  ];
  const rows: Cell[][] = [];
  const table: Table = {
    title: 'Growth on generated traces',
    columns: ['events', 'threads', 'locks', 'sync', 'M events/s', 'CP-only', 'most live', 'most kept'],
    rows,
    notes: ['most live: sections that were undecided at once; most kept: closed sections in memory at once'],
  };
  for (const variant of variants) {
    const options = { ...moderate, events, ...variant };
    progress(`cp: ${JSON.stringify(variant)}`);
    const { nanoseconds, counters } = generated(options);
    rows.push([
      ...[options.events, options.threads, options.locks, options.sync, 1e3 / (nanoseconds / options.events)],
      ...[counters['cpOnlyRaces']!, counters['mostLiveSections']!, counters['mostKeptSections']!],
    ]);
    keep(table);
  }
  return table;
}

/** Block by block, so that the trace itself is not in memory. */
function generated(options: Partial<GeneratorOptions>): { nanoseconds: number; counters: Record<string, number> } {
  const generator = new Generator(options);
  const analysis = cpAnalysis(() => {});
  const block = newBlock();
  let nanoseconds = 0;
  while (generator.fill(block)) nanoseconds += best(1, () => analysis.block(block));
  nanoseconds += best(1, () => analysis.end());
  return { nanoseconds, counters: analysis.counters() };
}

function setsTable({ quick, progress, keep }: Context): Table {
  const rows: Cell[][] = [];
  const table: Table = {
    title: 'The sets of Raptor and cp on the same traces',
    columns: ['events', 'raptor ms', 'cp ms', 'times', 'most owners', 'races by sets', 'races by cp'],
    rows,
    notes: ['4 threads, 10 locks, 30 % synchronisation'],
  };
  for (const events of quick ? [1000, 10_000] : [1000, 10_000, 100_000, 1_000_000]) {
    progress(`raptor: ${events} events`);
    const trace = generatedTrace({ ...moderate, threads: 4, locks: 10, variables: 100, sync: 0.3, events });
    const measured = [raptor, cp].map((detector) => {
      let races = 0;
      let counters: Record<string, number> = {};
      const nanoseconds = best(3, () => {
        races = 0;
        const analysis = detector.analysis(() => races++);
        for (const block of trace.blocks) analysis.block(block);
        analysis.end();
        counters = analysis.counters();
      });
      return { nanoseconds, races, counters };
    });
    const [sets, clocks] = [measured[0]!, measured[1]!];
    rows.push([
      ...[events, sets.nanoseconds / 1e6, clocks.nanoseconds / 1e6, sets.nanoseconds / clocks.nanoseconds],
      ...[sets.counters['mostOwners']!, sets.races, clocks.races],
    ]);
    keep(table);
  }
  return table;
}
