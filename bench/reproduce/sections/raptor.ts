// Raptor, Tables 1 and 2: races by happens-before and by causally-precedes only, their distances, and what windows leave of them.

import { claimList } from '../claims.ts';
import { amount, type Cell, digits, list, milliseconds, name, table } from '../markdown.ts';
import { raptorTable, WINDOWS } from '../papers/raptor.ts';
import { type Context, detect, missingPrograms, type Program, type Section, sameProgram } from '../section.ts';
import type { Causal, Kind } from '../tasks/causal.ts';
import type { BySets } from '../tasks/raptor.ts';
import type { Windowed } from '../tasks/window.ts';
import { programName } from '../traces.ts';
import { raptorClaimList } from './raptor-claims.ts';
import type { RaptorMeasured } from './raptor-row.ts';

export const raptor: Section = {
  id: 'raptor',
  says: 'Raptor, Tables 1 and 2: CP-races, their distances, and CP within windows',
  title: 'Raptor: causally-precedes',
  async run(context) {
    const rows: RaptorMeasured[] = [];
    const skipped: string[] = [];
    for (const program of context.programs) {
      const row = await measured(context, program);
      if (typeof row === 'string') skipped.push(`${name(program.source.name)}: ${row}`);
      else rows.push(row);
    }
    const racy = rows.filter(({ causal }) => causal.all.races > 0);
    const quiet = rows
      .filter(({ causal }) => causal.all.races === 0)
      .map(({ program }) => name(programName(program.source.name)));
    return [
      'Table 1 of Roemer and Bond (2019). Races are static (dynamic); a static race is a pair of source locations. *HB* races are unordered in the run itself, *CP* ones only by',
      'causally-precedes. `cp` is our own online analysis over the whole trace, one number per critical section; [`raptor`](detectors/raptor.md) is the document’s, by sets. The windowed',
      'columns are the offline analysis that the document compares with, made anew: windows of so many events, each half over the one before, CP computed from the events of the window alone;',
      'a critical section that the window cuts is taken to conflict with all others of its lock, so that what a window reports is a CP-race of the whole trace.\n',
      rows.some(({ program: { source, facts } }) => source.name.startsWith('js/') && !facts.isOwn)
        ? 'In the JavaScript recordings an atomic access is a critical section with nothing in it: happens-before takes order from it, CP does not. Their many CP-only races follow from that.\n'
        : '',
      mainTable(rows),
      skipped.length === 0 ? '' : `Not measured: ${skipped.join('; ')}.\n`,
      `Without a race by either: ${quiet.length === 0 ? 'none' : list(quiet)}.\n`,
      '### Table 2: event distances\n',
      'The shortest and the longest distance between the two accesses of each static CP-only race, and the smallest window that finds it.\n',
      distanceTable(racy),
      'The programs that the document has too, its numbers first:\n',
      besideTable(rows),
      missingPrograms(raptorTable, context.programs),
      claimList(raptorClaimList(rows)),
    ].join('\n');
  },
};

/** For races: the times are those of the other tables. */
const ONCE = { runs: 1, seconds: 0 };

async function measured(context: Context, program: Program): Promise<RaptorMeasured | string> {
  const { measuring, repeats, limits } = context;
  const { source, files } = program;
  const places = { file: files[0]! };
  const question = { repeats: ONCE };
  const causal = await measuring.measure<Causal>('causal', source, { question, places, limits });
  if (causal.result === undefined) return causal.reason;
  const windows = new Map<number, Windowed>();
  for (const size of WINDOWS) {
    const { result } = await measuring.measure<Windowed>('window', source, { question: { size, repeats }, places, limits });
    if (result !== undefined) windows.set(size, result);
  }
  const { result: sets } = await measuring.measure<BySets>('raptor', source, { question, places, limits });
  const secondsOf = async (id: string) => (await detect(context, program, id)).result?.seconds;
  return {
    program,
    causal: { ...causal.result, seconds: (await secondsOf('cp')) ?? causal.result.seconds },
    windows,
    sets: sets && { ...sets, seconds: (await secondsOf('raptor')) ?? sets.seconds },
    fasttrack: await secondsOf('fasttrack'),
  };
}

function kind({ places, races }: Kind): string {
  return races === 0 ? '0' : `${places} (${races})`;
}

function mainTable(rows: readonly RaptorMeasured[]): string {
  return table(
    [
      ...[':program', 'threads', 'events', 'FastTrack ms', '`cp` ms', '`raptor` ms', 'HB & CP', 'HB', 'CP'],
      ...WINDOWS.flatMap((size) => [`w = ${digits(size)} ms`, 'CP']),
    ],
    rows.map(({ program, causal, windows, sets, fasttrack }): Cell[] => [
      ...[name(programName(program.source.name)), program.facts.threads, program.facts.events],
      ...[milliseconds(fasttrack), milliseconds(causal.seconds), milliseconds(sets?.seconds)],
      ...[kind(causal.all), kind(causal.observed), kind(causal.only)],
      ...WINDOWS.flatMap((size) => {
        const windowed = windows.get(size);
        if (windowed === undefined) return ['over the limit', '–'];
        return [milliseconds(windowed.seconds), kind({ places: windowed.places.length, races: windowed.races })];
      }),
    ]),
  );
}

function distanceTable(rows: readonly RaptorMeasured[]): string {
  const withOnly = rows.filter(({ causal }) => causal.only.races > 0);
  return table(
    [':program', ':event distances', ':smallest window that has it'],
    withOnly.map(({ program, causal, windows }) => {
      const foundBy = (place: string) => WINDOWS.find((size) => windows.get(size)?.places.includes(place));
      const counts = [...WINDOWS, undefined].flatMap((size) => {
        const some = causal.places.filter(({ place }) => foundBy(place) === size);
        return some.length === 0 ? [] : [`${size === undefined ? 'none' : digits(size)}: ${some.length}`];
      });
      const ranges = causal.places.map(({ shortest, longest }) => `${amount(shortest)}–${amount(longest)}`);
      return [name(programName(program.source.name)), ranges.join('; '), counts.join(', ')];
    }),
  );
}

function besideTable(rows: readonly RaptorMeasured[]): string {
  const programs = rows.map(({ program }) => program);
  const races = ([places, count]: readonly [number, number]) => (count === 0 ? '0' : `${places} (${count})`);
  return table(
    [
      ':program',
      'threads',
      'events',
      'HB',
      'CP',
      'Raptor / FastTrack time',
      '`raptor` / FastTrack time',
      '`cp` / FastTrack time',
    ],
    raptorTable.flatMap((paper) => {
      const row = rows.find(({ program }) => program === sameProgram(programs, paper.trace));
      if (row === undefined) return [];
      const { causal, sets, fasttrack, program } = row;
      const timesFastTrack = (seconds: number | undefined) =>
        fasttrack === undefined || seconds === undefined ? undefined : digits(seconds / fasttrack);
      return [
        [
          paper.program,
          `${paper.threads} / ${program.facts.threads}`,
          `${digits(paper.events)} / ${digits(program.facts.events)}`,
          `${races(paper.observed)} / ${kind(causal.observed)}`,
          `${races(paper.only)} / ${kind(causal.only)}`,
          `${paper.stopped ? 'more than ' : ''}${digits(paper.raptor / paper.fasttrack)}`,
          timesFastTrack(sets?.seconds),
          timesFastTrack(causal.seconds),
        ],
      ];
    }),
  );
}
