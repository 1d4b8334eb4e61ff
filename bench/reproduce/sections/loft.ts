// LOFT, Tables I to V and Figure 7: vector operations, time, log sizes and races of FF and LOFT.

import { lockPrograms } from '../../lock-programs.ts';
import { plotSvg } from '../../plot.ts';
import { claimList } from '../claims.ts';
import { amount, type Cell, digits, list, name, table } from '../markdown.ts';
import { type LoftRow, loftJava, loftNative } from '../papers/loft.ts';
import { type Context, missingPrograms, type Section } from '../section.ts';
import { mean, sum } from '../statistics.ts';
import type { Scaling } from '../tasks/locks.ts';
import type { Tracking } from '../tasks/track.ts';
import { programName } from '../traces.ts';
import { loftClaimList, scalingClaims } from './loft-claims.ts';
import { racesTable, significanceTable } from './loft-tests.ts';

export interface Group {
  readonly title: string;
  /** The document's numbers of operations and times, and of the logs. */
  readonly tables: readonly [string, string] | undefined;
  readonly paper: readonly LoftRow[];
  readonly rows: readonly Tracking[];
}

const THREADS = [2, 4, 8, 16, 32, 64];

export const loft: Section = {
  id: 'loft',
  says: 'LOFT, Tables I to V and Figure 7: vector operations, lock logs and races',
  title: 'LOFT: synchronisation that need not be tracked',
  async run(context) {
    const rows: Tracking[] = [];
    const skipped: string[] = [];
    for (const { source, files } of context.programs) {
      const outcome = await context.measuring.measure<Tracking>('track', source, {
        question: { name: source.name, runs: context.quick ? 3 : 15 },
        places: { file: files[0]! },
        limits: { ...context.limits, seconds: context.limits.seconds * 2 },
      });
      if (outcome.result === undefined) skipped.push(`${name(source.name)}: ${outcome.reason}`);
      else rows.push(outcome.result);
    }
    const groups = grouped(rows);
    const scaling = await scalability(context);
    const idle = rows.filter(({ ff }) => ff.operations === 0).map((row) => name(programName(row.name)));
    return [
      'Tables I to IV of Cai and Chan: FF makes a pass over a whole vector clock at every acquire and release, LOFT only where it must. Tables I and II are of C and',
      'C++ programs, III and IV of Java programs; the JavaScript programs have no counterpart there. The log has a line for every acquire and release that is not removable,',
      'and one for every access at which a race is found (section 5.3 of the document, Table VI). Where the document has the program, its ratio stands beside ours.\n',
      ...groups.map(groupTables),
      '### Table V: is the difference of the times one?\n',
      'The Mann-Whitney U test on the runs behind the times above, which took turns: the probability of samples so far apart if LOFT and FF took the same time.\n',
      significanceTable(groups),
      '### The races of FF\\_race and LOFT\\_race\n',
      '[`ff-race`](detectors/ff-race.md) and [`loft-race`](detectors/loft-race.md) are FastTrack’s rules on the clocks of FF and of LOFT. Their races are compared pair by pair, with each other',
      'and with those of [`fasttrack`](detectors/fasttrack.md), which has clocks of its own kind. The document counts races in the program, these are pairs of accesses.\n',
      racesTable(groups, rows),
      idle.length === 0 ? '' : `Without any lock, and left out: ${list(idle)}.\n`,
      skipped.length === 0 ? '' : `Not measured: ${skipped.join('; ')}.\n`,
      missingPrograms([...loftNative, ...loftJava], context.programs),
      claimList(loftClaimList(groups, rows)),
      '### Figure 7: LOFT’s share by number of threads\n',
      'The document varies the threads of PARSEC programs. A recording has the threads that it has, so these are generated programs that differ in how locks change hands:',
      `${lockPrograms.map(({ name: program, shows }) => `*${program}* (${shows})`).join('; ')}.\n`,
      scalingTable(scaling),
      context.image(
        'results-loft-operations',
        'Figure 7: vector operations',
        drawn(scaling, 'operations', 'vector operations, LOFT / FF'),
      ),
      context.image('results-loft-time', 'Figure 7: time', drawn(scaling, 'time', 'time, LOFT / FF')),
      claimList(scalingClaims(scaling)),
    ].join('\n');
  },
};

function grouped(rows: readonly Tracking[]): Group[] {
  const within = (folder: string) => rows.filter((row) => row.name.startsWith(`${folder}/`) && row.ff.operations > 0);
  const known = ['native/', 'java/', 'js/'];
  const rest = rows.filter((row) => !known.some((folder) => row.name.startsWith(folder)) && row.ff.operations > 0);
  const groups: Group[] = [
    { title: 'C and C++', tables: ['I', 'II'], paper: loftNative, rows: within('native') },
    { title: 'Java', tables: ['III', 'IV'], paper: loftJava, rows: within('java') },
    { title: 'JavaScript', tables: undefined, paper: [], rows: within('js') },
    { title: 'Other traces', tables: undefined, paper: [], rows: rest },
  ];
  return groups.filter((group) => group.rows.length > 0);
}

type Costs = (tracking: Tracking) => readonly [ff: number, loft: number];

const operations: Costs = ({ ff, loft: own }) => [ff.operations, own.operations];
const time: Costs = ({ ff, loft: own }) => [ff.microseconds, own.microseconds];
const log: Costs = ({ ff, loft: own }) => [ff.log, own.log];
const gzip: Costs = ({ ff, loft: own }) => [ff.gzip, own.gzip];

function ratioOf([ff, own]: readonly [number, number]): number {
  return own / ff;
}

function groupTables({ title, tables, paper, rows }: Group): string {
  const there = (row: Tracking) => paper.find(({ trace }) => trace === programName(row.name));
  const both = (row: Tracking, ours: Costs, key: 'operations' | 'time' | 'log' | 'gzip'): string => {
    const other = there(row);
    const own = digits(ratioOf(ours(row)), 2);
    return other === undefined ? own : `${own} (${digits(ratioOf(other[key]), 2)})`;
  };
  const totals = (costs: Costs): Cell[] => {
    const [ff, own] = [sum(rows.map((row) => costs(row)[0])), sum(rows.map((row) => costs(row)[1]))];
    return [amount(ff), amount(own), digits(own / ff, 2)];
  };
  const means = (costs: Costs): Cell[] => ['', '', digits(mean(rows.map((row) => ratioOf(costs(row)))), 2)];
  const micro = (costs: readonly [number, number]) => costs.map((value) => digits(value));
  return [
    tables === undefined ? `### ${title}\n` : `### Tables ${tables[0]} and ${tables[1]}: ${title}\n`,
    table(
      [':program', 'threads', 'FF operations', 'LOFT', 'LOFT/FF (document)', 'FF µs', 'LOFT µs', 'LOFT/FF (document)'],
      [
        ...rows.map((row): Cell[] => [
          ...[name(programName(row.name)), row.threads, ...operations(row), both(row, operations, 'operations')],
          ...[...micro(time(row)), both(row, time, 'time')],
        ]),
        ['**total**', '', ...totals(operations), ...totals(time)],
        ['**mean of the ratios**', '', ...means(operations), ...means(time)],
      ],
    ),
    table(
      [':program', 'FF log bytes', 'LOFT', 'LOFT/FF (document)', 'FF gzip bytes', 'LOFT gzip', 'LOFT/FF (document)'],
      [
        ...rows.map((row): Cell[] => [
          name(programName(row.name)),
          ...log(row),
          both(row, log, 'log'),
          ...gzip(row),
          both(row, gzip, 'gzip'),
        ]),
        ['**total**', ...totals(log), ...totals(gzip)],
        ['**mean of the ratios**', ...means(log), ...means(gzip)],
      ],
    ),
  ].join('\n');
}

export type ScalingByProgram = ReadonlyMap<string, readonly Scaling[]>;

async function scalability({ measuring, quick, repeats, limits }: Context): Promise<ScalingByProgram> {
  const all = new Map<string, readonly Scaling[]>();
  for (const { name: program } of lockPrograms) {
    const question = { program, threads: THREADS, events: quick ? 10_000 : 40_000, repeats };
    const outcome = await measuring.measure<Scaling[]>('locks', undefined, { question, limits });
    if (outcome.result !== undefined) all.set(program, outcome.result);
  }
  return all;
}

function scalingTable(scaling: ScalingByProgram): string {
  const rows = [...scaling].flatMap(([program, points]): Cell[][] => [
    [program, 'operations', ...points.map((point) => digits(point.operations, 2))],
    [program, 'time', ...points.map((point) => digits(point.time, 2))],
  ]);
  return table([':program', ':LOFT/FF', ...THREADS.map(String)], rows);
}

function drawn(scaling: ScalingByProgram, key: 'operations' | 'time', y: string): string {
  const series = [...scaling].map(([program, points]) => ({
    name: program,
    points: points.map((point) => [point.threads, point[key]] as const),
  }));
  return plotSvg({ title: `Figure 7: ${y}`, x: 'threads', y, series });
}
