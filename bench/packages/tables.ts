// The tables of docs/races-found.md: what each package costs and how many findings it has, each of these with its judgement, and what has no program.

import type { Cell, Table } from '../suite.ts';
import { judgementOf } from './judgement.ts';
import { notRun } from './list.ts';
import type { Measured } from './measure.ts';
import { idOf, type Judgement, type Kind, type PackageProgram } from './package.ts';
import { LIMITS, type Pair } from './record.ts';

export interface Row {
  readonly one: PackageProgram;
  readonly measured: Measured;
}

/** Between what its program does and the judgements. */
const UNMEASURED: readonly Cell[] = Array.from({ length: 9 }, () => null);

const KINDS: readonly Kind[] = ['race', 'benign', 'idiom'];

/** Packages of npm, also those that have not been measured: a row says so. */
export function packageTables(rows: readonly Row[], others: readonly PackageProgram[]): Table[] {
  const notes = [
    'seconds of the processor, of the program as it is, and of foretrace run with all that it starts: with an empty cache of transformed code, and again with what is in it then',
    "everything is recorded (`--include '**'`), also the modules of compilers and bundlers, which foretrace run leaves as they are if it is not asked",
  ];
  return [packagesTable('Packages', notes, rows, others), findingsTable('Findings in packages', rows), notRunTable()];
}

/** The same of projects of Maven Central. */
export function projectTables(rows: readonly Row[], others: readonly PackageProgram[]): Table[] {
  const notes = [
    'seconds of the processor, of the program as it is, and of foretrace run with all that it starts, twice; more than half of the latter is what programs so small cost in any case',
  ];
  return [packagesTable('Java projects', notes, rows, others), findingsTable('Findings in Java projects', rows)];
}

function packagesTable(title: string, notes: readonly string[], rows: readonly Row[], others: readonly PackageProgram[]): Table {
  const loads = rows.map(({ measured: { load } }) => load);
  const between = `${Math.min(...loads).toFixed(0)} to ${Math.max(...loads).toFixed(0)}`;
  return {
    title,
    columns: [
      'package',
      'what its program does',
      ...['plain s', 'first s', 'again s', 'again / plain', 'log MB', 'plain peak MB', 'peak MB', 'findings', 'folded', 'places'],
    ],
    rows: [...rows.map(costRow), ...others.map((one) => [idOf(one), one.covers, ...UNMEASURED, 'not measured'])],
    notes: [
      ...notes,
      'log: raw logs of all processes, before assembling; peak: resident memory of the largest process',
      'findings: entries of the report, of all runs the most; folded: how many findings it leaves out, unless asked, because they are wholly in dependencies; places: pairs of places by their judgement, of all runs',
      `partial: recording stopped at ${LIMITS.events / 1e6} million records, or the search for other schedules came to its limit`,
      `measured with a load of ${between} on two cores`,
    ],
  };
}

function costRow({ one, measured }: Row): Cell[] {
  return [
    idOf(one),
    one.covers,
    measured.plain,
    measured.first,
    measured.second,
    measured.second / measured.plain,
    measured.logBytes / 1e6,
    measured.plainMegabytes,
    measured.megabytes,
    `${measured.findings}${measured.partial ? ', partial' : ''}`,
    measured.folded,
    judgedCounts({ one, measured }),
  ];
}

function judgedCounts({ one, measured }: Row): string {
  const kinds = measured.pairs.map((pair) => judgementOf(pair, one.judged)?.kind);
  const count = (kind: Kind | undefined) => kinds.filter((own) => own === kind).length;
  const words = KINDS.map((kind) => [kind, count(kind)] as const);
  const all = [...words, ['not judged', count(undefined)] as const].filter(([, times]) => times > 0);
  return all.length === 0 ? 'none' : all.map(([kind, times]) => `${times} ${kind}`).join(', ');
}

/** A row for each judgement: modules have the same code at a dozen places. */
function findingsTable(title: string, rows: readonly Row[]): Table {
  return {
    title,
    columns: ['package', 'first place', 'second place', 'pairs', 'claim', 'judgement', 'what it is'],
    rows: rows.flatMap(findingRows),
    notes: [
      'race: its author would mend it; benign: no value that may be read does harm; idiom: benign, and in the C library or the runtime of the language, so in each module that is built with it',
      'pairs: of places that are one thing, of which the row has one',
    ],
  };
}

function findingRows({ one, measured: { id, pairs } }: Row): Cell[][] {
  const groups = new Map<Judgement | undefined, Pair[]>();
  for (const pair of pairs) {
    const judgement = judgementOf(pair, one.judged);
    groups.set(judgement, [...(groups.get(judgement) ?? []), pair]);
  }
  return [...groups].map(([judgement, own]) => {
    const { places, claim } = own.find((pair) => pair.claim === 'observed') ?? own[0]!;
    const [first = '', second = ''] = places.map(withoutFolders);
    return [id, code(first), code(second), own.length, claim, judgement?.kind ?? 'not judged', judgement?.why ?? ''];
  });
}

/** A package's own path, without the packages that it lies in. */
function withoutFolders(place: string): string {
  return place.replace(/^.*node_modules\//, '');
}

function code(place: string): string {
  return `\`${place}\``;
}

function notRunTable(): Table {
  return {
    title: 'Packages without a program',
    columns: ['package', 'why'],
    rows: notRun.map((one) => [idOf(one), one.why]),
    notes: [],
  };
}
