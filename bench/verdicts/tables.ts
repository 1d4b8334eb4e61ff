// What was counted, as tables: the counts of each tool, the races by why they cannot show, who was wrong where, and every single verdict.

import type { Cell, Table } from '../suite.ts';
import { type Counts, countsOf, JUDGEMENTS, type JudgedProgram, type Judgement, judgement, precision, recall } from './count.ts';

/** A tool as it was asked, or why it was not. */
export interface AskedTool {
  readonly id: string;
  readonly title: string;
  readonly missing?: string | undefined;
}

export interface SuiteVerdicts {
  readonly suite: string;
  readonly tools: readonly AskedTool[];
  readonly programs: readonly JudgedProgram[];
  /** How many programs the suite has, of which these were judged, and how many source files without a label. */
  readonly all: number;
  readonly unlabelled: number;
  /** How they were built and run. */
  readonly how: string;
  readonly hasCauses: boolean;
}

const RIGHT: readonly Judgement[] = ['found', 'rightly silent'];

const MEANINGS = [
  'Precision: of the programs that a tool reports, the share that has a race. Recall: of those with a race that it came to a verdict on, the share that it reports.',
  'Did not end: within this time, or the tool itself failed; a race that was told before counts as found. CPU s: of the runs that ended, without compiling.',
];

export function countTable({ suite, tools, programs, all, unlabelled, how, hasCauses }: SuiteVerdicts): Table {
  const racy = programs.filter(({ label }) => label === 'race');
  const showing = programs.filter(({ cause }) => cause === undefined);
  const rows = tools.map(({ id, title, missing }): Cell[] => {
    if (missing !== undefined) return [title, 'not there', ...Array<null>(JUDGEMENTS.length + 2 + Number(hasCauses)).fill(null)];
    const counts = countsOf(id, programs);
    return [
      title,
      ...JUDGEMENTS.map((each) => counts.of[each].length),
      hundredths(precision(counts)),
      hundredths(recall(counts)),
      ...(hasCauses ? [hundredths(recall(countsOf(id, showing)))] : []),
      counts.seconds,
    ];
  });
  return {
    title: `Verdicts on ${suite}`,
    columns: ['tool', ...JUDGEMENTS, 'precision', 'recall', ...(hasCauses ? ['recall of what can show'] : []), 'CPU s'],
    rows,
    notes: [
      `${programs.length === all ? all : `${programs.length} of ${all}`} programs, ${racy.length} with a race; ${how}.`,
      ...MEANINGS,
      ...(unlabelled === 0 ? [] : [`Files without a label are left out: ${unlabelled}.`]),
      ...tools.flatMap(({ title, missing }) => (missing === undefined ? [] : [`${title} is not there: ${missing}.`])),
      ...tools.flatMap(({ id, title }) => partialNote(title, countsOf(id, programs))),
      ...(hasCauses ? [`What can show: without the ${programs.length - showing.length} that the list of causes has.`] : []),
    ],
  };
}

function partialNote(title: string, { partial }: Counts): string[] {
  return partial === 0 ? [] : [`${title} said of ${partial} of its silences that they are partial.`];
}

/** How many races of each cause each tool found. */
export function causeTable({ suite, tools, programs }: SuiteVerdicts): Table {
  const racy = programs.filter(({ label }) => label === 'race');
  const causes = new Set([undefined, ...racy.map(({ cause }) => cause).toSorted()]);
  const asked = tools.filter(({ missing }) => missing === undefined);
  return {
    title: `Races of ${suite} by cause`,
    columns: ['cause', 'programs', ...asked.map(({ title }) => title)],
    rows: [...causes].map((cause) => {
      const members = racy.filter((program) => program.cause === cause);
      return [cause ?? 'none: they can show', members.length, ...asked.map(({ id }) => countsOf(id, members).of.found.length)];
    }),
    notes: ['How many of the races each tool found; a cause is why a run on a processor should not show it.'],
  };
}

/** The programs that some tool was not right on. */
export function listTable(verdicts: SuiteVerdicts): Table {
  const isRight = ({ label, verdicts: said }: JudgedProgram) =>
    Object.values(said).every((verdict) => RIGHT.includes(judgement(label, verdict)));
  const programs = verdicts.programs.filter((program) => !isRight(program));
  return { ...singleTable({ ...verdicts, programs }), title: `Who was not right on ${verdicts.suite}`, notes: [] };
}

/** A row for each program. */
export function singleTable({ suite, tools, programs, how, hasCauses }: SuiteVerdicts): Table {
  const asked = tools.filter(({ missing }) => missing === undefined);
  return {
    title: `Single verdicts on ${suite}`,
    columns: ['program', 'label', ...(hasCauses ? ['cause'] : []), ...asked.map(({ title }) => title)],
    rows: programs.map(({ name, label, cause, verdicts }) => [
      name,
      label,
      ...(hasCauses ? [cause ?? null] : []),
      ...asked.map(({ id }): Cell => {
        const verdict = verdicts[id];
        if (verdict === undefined) return null;
        return `${judgement(label, verdict)}${verdict.outcome === 'partial' ? ' (partial)' : ''}`;
      }),
    ]),
    notes: [`${how}.`],
  };
}

function hundredths(share: number | null): Cell {
  return share === null ? null : share.toFixed(2);
}
