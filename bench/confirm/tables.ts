// What the verdicts come to: by suite and label, the misses with their causes, the harm that was seen, and all of it.

import type { Cell, Table } from '../suite.ts';
import { causeOf } from './causes.ts';
import { MOST_RUNS, TRIES, type Verdict } from './judge.ts';
import type { Program } from './programs.ts';

export interface Judged {
  readonly program: Program;
  readonly verdict: Verdict;
}

export function confirmTables(all: readonly Judged[], programs: number, isFull: boolean): Table[] {
  const racy = all.filter(({ program }) => program.label !== 'ok');
  const free = all.filter(({ program }) => program.label === 'ok');
  return [
    racyTable(racy, isFull ? '' : ` (${all.length} of ${programs} programs)`),
    missedTable(racy),
    harmTable(racy),
    freeTable(free),
    singleTable(all),
  ];
}

function racyTable(racy: readonly Judged[], part: string): Table {
  const groups = grouped(racy, ({ program: { suite, label } }) => `${suite.title}: ${label}`);
  return {
    title: 'Labelled programs whose findings are confirmed',
    columns: ['programs', 'asked', 'with findings', 'one confirmed', 'all confirmed', 'not by their kind', 'harmful'],
    rows: [...[...groups].map(([label, own]) => countRow(label, own)), countRow('all', racy)],
    notes: [
      `foretrace run, up to ${MOST_RUNS} times until something is found, then foretrace confirm --tries ${TRIES} on the trace${part}`,
      'not by their kind: nothing was confirmed, and the cause is one that no schedule changes, see the next table',
      'programs that order themselves by steps which no recorder sees are led without these steps',
    ],
  };
}

function countRow(label: string, own: readonly Judged[]): Cell[] {
  const count = (is: (judged: Judged) => boolean): number => own.filter(is).length;
  return [
    label,
    count(({ verdict }) => verdict.problem === undefined),
    count(({ verdict }) => verdict.found > 0),
    count(({ verdict }) => verdict.confirmed > 0),
    count(({ verdict }) => verdict.confirmed > 0 && verdict.confirmed === verdict.found),
    count(({ program, verdict }) => verdict.confirmed === 0 && causeOf(program.id)?.byKind === true),
    count(({ verdict }) => verdict.harms.length > 0),
  ];
}

/** Every program with a finding that was not confirmed. */
function missedTable(racy: readonly Judged[]): Table {
  const missed = racy.filter(
    ({ verdict: { found, confirmed, problem } }) => problem === undefined && (found === 0 || confirmed < found),
  );
  return {
    title: 'Labelled programs with findings that were not confirmed',
    columns: ['program', 'findings', 'confirmed', 'why not'],
    rows: missed.map(({ program: { id }, verdict }) => [
      id,
      verdict.found,
      verdict.confirmed,
      causeOf(id)?.words ?? unexplained(verdict),
    ]),
    notes: [],
  };
}

function unexplained({ found, reasons }: Verdict): string {
  return found === 0 ? `nothing was found in ${MOST_RUNS} runs` : `said: ${reasons[0] ?? 'nothing'}`;
}

/** Where this machine has the program is nobody's business. */
function anywhere(words: string): string {
  return words.replace(/file:\/\/\/[^\s"]*/g, 'file:///…');
}

function harmTable(racy: readonly Judged[]): Table {
  return {
    title: 'Labelled programs with harm that shows',
    columns: ['program', 'harm'],
    rows: racy.flatMap(({ program: { id }, verdict: { harms } }) => (harms.length === 0 ? [] : [[id, anywhere(harms[0]!)]])),
    notes: [],
  };
}

function freeTable(free: readonly Judged[]): Table {
  const groups = grouped(free, ({ program: { suite } }) => suite.title);
  const sum = (own: readonly Judged[], of: (free: NonNullable<Verdict['free']>) => number) =>
    own.reduce((all, { verdict }) => all + (verdict.free === undefined ? 0 : of(verdict.free)), 0);
  const row = (label: string, own: readonly Judged[]): Cell[] => [
    label,
    own.filter(({ verdict }) => verdict.free !== undefined).length,
    sum(own, ({ suspected }) => suspected),
    sum(own, ({ lockset }) => lockset),
    sum(own, ({ plans }) => plans),
    sum(own, ({ met }) => met.length),
  ];
  return {
    title: 'Labelled programs without a race, and what was tried in them',
    columns: ['programs', 'asked', 'suspected pairs', 'findings of lockset', 'any two places', 'met'],
    rows: [...[...groups].map(([label, own]) => row(label, own)), row('all', free)],
    notes: ['met: what would be a mistake of the label or of foretrace'],
  };
}

function grouped(all: readonly Judged[], by: (judged: Judged) => string): Map<string, Judged[]> {
  const groups = new Map<string, Judged[]>();
  for (const one of all) groups.set(by(one), [...(groups.get(by(one)) ?? []), one]);
  return groups;
}

function singleTable(all: readonly Judged[]): Table {
  return {
    title: 'Labelled programs, each',
    columns: ['program', 'findings', 'in one run', 'confirmed', 'harm', 'said'],
    rows: all.map(({ program: { id }, verdict: { problem, found, atOnce, confirmed, harms, reasons, free } }) => [
      id,
      found,
      atOnce,
      free === undefined ? confirmed : free.met.length,
      anywhere(harms[0] ?? ''),
      problem ??
        reasons[0] ??
        (free === undefined ? '' : [...free.met, ...(free.isLate ? ['its time was over'] : [])].join('; ')),
    ]),
    notes: [],
  };
}
