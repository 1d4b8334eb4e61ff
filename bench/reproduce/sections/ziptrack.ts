// ZipTrack, Table 1: compression, and the time to say whether a trace has a race, on events and on the grammar.

import { claimList } from '../claims.ts';
import { amount, digits, milliseconds, name, table } from '../markdown.ts';
import { ziptrackTable } from '../papers/ziptrack.ts';
import { type Context, detect, missingPrograms, type Program, type Section, sameProgram } from '../section.ts';
import type { First } from '../tasks/first.ts';
import type { Compressed } from '../tasks/grammar.ts';
import { programName } from '../traces.ts';
import { ziptrackClaimList } from './ziptrack-claims.ts';
import { promise } from './ziptrack-promise.ts';
import { hbSpeedup, locksetSpeedup, type Row, ratio, readers } from './ziptrack-row.ts';

export const ziptrack: Section = {
  id: 'ziptrack',
  says: 'ZipTrack, Table 1: compression, and races on the compressed trace',
  title: 'ZipTrack: races on compressed traces',
  async run(context) {
    const rows: Row[] = [];
    const skipped: string[] = [];
    for (const program of context.programs) {
      const row = await measured(context, program);
      if (typeof row === 'string') skipped.push(`${name(program.source.name)}: ${row}`);
      else rows.push(row);
    }
    return [
      'Table 1 of Kini, Mathur and Viswanathan (2018), with its fifteen columns and one more. Times are milliseconds **until it is known whether there is a race**, which is',
      'what the document times: who reads the events stops at the first race. Compression is not part of them, there as here. A speed-up is the best',
      'of Djit+, FastTrack and Goldilocks against the grammar, and Eraser against the grammar. Goldilocks is the one that updates its locksets at every event,',
      'as the document’s; the lazy one is beside it. A time that is missing exceeded the limit.\n',
      mainTable(rows),
      skipped.length === 0 ? '' : `Not measured: ${skipped.join('; ')}.\n`,
      'The programs that the document has too, the document’s number first:\n',
      besideTable(rows),
      missingPrograms(ziptrackTable, context.programs),
      wholeTable(rows.filter(({ program }) => program.facts.events >= LONG)),
      promise(rows),
      claimList(ziptrackClaimList(rows)),
    ].join('\n');
  },
};

async function measured(context: Context, program: Program): Promise<Row | string> {
  const { measuring, repeats, limits } = context;
  const outcome = await measuring.measure<Compressed>('grammar', program.source, {
    question: { repeats },
    places: { file: program.files[0]! },
    limits: { ...limits, seconds: limits.seconds * 3 },
  });
  if (outcome.result === undefined) return outcome.reason;
  const whole = new Map<string, number>();
  for (const id of [...readers, 'goldilocks', 'eraser']) {
    const { result } = await detect(context, program, id);
    if (result !== undefined) whole.set(id, result.seconds);
  }
  const eager = await measuring.measure<First>('first', program.source, {
    question: { detector: 'goldilocks', repeats },
    places: { file: program.files[0]! },
    limits,
  });
  const grammar = untilFirst(outcome.result, whole);
  const missing = columns.filter((id) => grammar.first[id] === undefined);
  if (missing.length > 0) return `no time of ${missing.join(', ')}`;
  const isQuiet = eager.result !== undefined && eager.result.seconds === undefined;
  return { program, grammar, eager: isQuiet ? whole.get('goldilocks') : eager.result?.seconds, whole };
}

const columns = [...readers, 'eraser', 'grammar-hb', 'grammar-lockset'];

/** Where there is no race, the whole is what is read until that is known: the same number in both tables. */
function untilFirst(grammar: Compressed, whole: ReadonlyMap<string, number>): Compressed {
  const all = new Map([...whole, ['grammar-hb', grammar.hb], ['grammar-lockset', grammar.lockset]]);
  return { ...grammar, first: { ...Object.fromEntries(all), ...grammar.first } };
}

function mainTable(rows: readonly Row[]): string {
  return table(
    [
      ...[':program', 'events', 'threads', 'locks', 'variables', 'grammar', 'ratio', 'Djit+', 'FastTrack'],
      ...['Goldilocks', 'Goldilocks, lazy'],
      ...['HB on grammar', 'speed-up', 'Eraser', 'lockset on grammar', 'speed-up'],
    ],
    rows.map((row) => {
      const { program, grammar } = row;
      const { events, threads, locks, variables } = program.facts;
      const ms = (id: string) => milliseconds(grammar.first[id]);
      return [
        ...[name(programName(program.source.name)), events, threads, locks, variables, grammar.items, digits(ratio(row))],
        ...[
          ms('djit'),
          ms('fasttrack'),
          milliseconds(row.eager),
          ms('goldilocks-lazy'),
          ms('grammar-hb'),
          digits(hbSpeedup(row)),
        ],
        ...[ms('eraser'), ms('grammar-lockset'), digits(locksetSpeedup(row))],
      ];
    }),
  );
}

/** What takes no time at all says nothing about the time it takes. */
const LONG = 10_000;

function wholeTable(rows: readonly Row[]): string {
  if (rows.length === 0) return '';
  const says = [
    'What the document leaves out: reading the events, compressing them, and the time for **all** racy variables (the whole trace, the whole grammar), in',
    `milliseconds. Traces of ${amount(LONG)} events or more.\n\n`,
  ];
  const cells = table(
    [
      ...[':program', 'ratio', 'reading', 'compression', 'million events/s', 'FastTrack', 'HB on grammar', 'speed-up'],
      ...['Eraser', 'lockset on grammar', 'speed-up'],
    ],
    rows.map((row) => {
      const { program, grammar, whole } = row;
      const [fasttrack, eraser] = [whole.get('fasttrack'), whole.get('eraser')];
      return [
        ...[name(programName(program.source.name)), digits(ratio(row))],
        ...[milliseconds(grammar.reading), milliseconds(grammar.compression)],
        digits(program.facts.events / grammar.compression / 1e6),
        ...[milliseconds(fasttrack), milliseconds(grammar.hb), fasttrack && digits(fasttrack / grammar.hb)],
        ...[milliseconds(eraser), milliseconds(grammar.lockset), eraser && digits(eraser / grammar.lockset)],
      ];
    }),
  );
  return `${says.join('\n')}${cells}`;
}

function besideTable(rows: readonly Row[]): string {
  const pairs = ziptrackTable.flatMap((paper) => {
    const program = sameProgram(
      rows.map((row) => row.program),
      paper.trace,
    );
    const row = rows.find((candidate) => candidate.program === program);
    return row === undefined ? [] : [{ paper, row }];
  });
  const both = (there: number, here: number) => `${digits(there)} / ${digits(here)}`;
  return table(
    [':program', 'events', 'threads', 'ratio', 'HB speed-up', 'lockset speed-up'],
    pairs.map(({ paper, row }) => [
      paper.program,
      `${amount(paper.events)} / ${amount(row.program.facts.events)}`,
      `${paper.threads} / ${row.program.facts.threads}`,
      both(paper.ratio, ratio(row)),
      both(paper.hbSpeedup, hbSpeedup(row)),
      both(paper.locksetSpeedup, locksetSpeedup(row)),
    ]),
  );
}
