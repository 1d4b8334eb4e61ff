// LOFT, Table V and section 5.4: whether the times of FF and LOFT differ, and whether their races do not.

import { mannWhitney } from '../mann-whitney.ts';
import { type Cell, digits, name, table } from '../markdown.ts';
import { loftJava, loftNative, loftRaces, loftSignificance } from '../papers/loft.ts';
import type { Tracking } from '../tasks/track.ts';
import { programName } from '../traces.ts';
import type { Group } from './loft.ts';

/** That FF and LOFT took the same time. */
export function probability({ ff, loft }: Tracking): number {
  return mannWhitney(ff.samples, loft.samples).p;
}

/** The name of a program in the document, if it is there. */
function inDocument(row: Tracking): string | undefined {
  return [...loftNative, ...loftJava].find(({ trace }) => trace === programName(row.name))?.program;
}

/** As the document prints it: a small one by its bound. */
function shownProbability(p: number): string {
  return p < loftSignificance.others ? `< ${loftSignificance.others.toFixed(5)}` : digits(p, 2);
}

function thereProbability(program: string | undefined): string | undefined {
  if (program === undefined) return undefined;
  const { printed, others } = loftSignificance;
  return printed.has(program) ? `${printed.get(program)}` : shownProbability(others / 2);
}

export function significanceTable(groups: readonly Group[]): string {
  const rows = groups.flatMap((group) => group.rows);
  const cells = rows.map((row): Cell[] => {
    const { p, exact } = mannWhitney(row.ff.samples, row.loft.samples);
    const ratio = row.loft.microseconds / row.ff.microseconds;
    const runs = `${row.ff.samples.length} and ${row.loft.samples.length}${exact ? '' : ', with ties'}`;
    return [name(programName(row.name)), runs, digits(ratio, 2), shownProbability(p), thereProbability(inDocument(row))];
  });
  return table([':program', 'runs of FF and LOFT', 'LOFT/FF', 'p', 'p in the document'], cells);
}

/** `measured`: also those without locks, where both must be the same all the more. */
export function racesTable(groups: readonly Group[], measured: readonly Tracking[]): string {
  const ordered = [...groups.flatMap(({ rows }) => rows), ...measured.filter(({ ff }) => ff.operations === 0)];
  const answer = (same: boolean) => (same ? 'yes' : '**no**');
  const cells = ordered.map((row): Cell[] => {
    const { ff, loft, fastTrack } = row.races;
    const program = inDocument(row);
    return [
      ...[name(programName(row.name)), ff, loft, fastTrack, answer(row.loftIsFf), answer(row.ffIsFastTrack), row.racyVariables],
      program === undefined ? undefined : loftRaces.get(program),
    ];
  });
  const columns = [
    ':program',
    'FF\\_race',
    'LOFT\\_race',
    'fasttrack',
    'LOFT = FF',
    'FF = fasttrack',
    'racy variables',
    'in the document',
  ];
  return table(columns, cells);
}
