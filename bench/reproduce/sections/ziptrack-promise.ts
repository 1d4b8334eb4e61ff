// ZipTrack's promise on long recordings: races on the compressed trace, faster than on the events; small files, made fast. What is met, and the bound where it is not.

import { LONG } from '../long.ts';
import { digits, milliseconds, name, several, table } from '../markdown.ts';
import { geometricMean, least, most } from '../statistics.ts';
import { programName } from '../traces.ts';
import type { Row } from './ziptrack-row.ts';

interface Long {
  readonly row: Row;
  /** HB on the grammar against FastTrack on the events. */
  readonly relative: number;
}

export function promise(rows: readonly Row[]): string {
  const long = rows.flatMap((row): Long[] => {
    const fasttrack = row.whole.get('fasttrack');
    return row.program.facts.events < LONG || fasttrack === undefined ? [] : [{ row, relative: row.grammar.hb / fasttrack }];
  });
  if (long.length === 0) return '';
  return [...says(long), '', cells(long), ...limits(long), ...sizes(long), ''].join('\n');
}

function says(long: readonly Long[]): string[] {
  const relative = long.map((one) => one.relative);
  const smaller = (bytes: (row: Row) => number) => long.filter(({ row }) => bytes(row) < row.grammar.bytes.native).length;
  const fast = smaller(({ grammar }) => grammar.parsing.bytes);
  const small = smaller(({ grammar }) => grammar.bytes.repetition);
  const speeds = long.map(({ row }) => row.program.facts.events / row.grammar.parsing.seconds / 1e6);
  return [
    `The promise, on the ${several(long.length, 'recording')} of ${LONG / 1000} thousand events and more: HB on the grammar takes ${digits(geometricMean(relative))} times FastTrack’s time in the geometric mean, ${digits(most(relative))} times at most, for all racy variables.`,
    'It reads the *outline* of the trace, a grammar of a normal form that `compress` makes: all that synchronises, and one access for each block of variables that are accessed in the same segments of threads in the same ways',
    '(`docs/detectors/grammar-hb.md`). So what makes it fast is first the normal form, which happens-before allows, and then the grammar of it: an outline of 32 events or more for each item is folded as the document says, any other is expanded into FastTrack’s own kernel.',
    'Without an outline the fold takes 3.6 to 5.5 times FastTrack’s time, but for traces that are loops, and the kernel with the expansion 1.3 to 2.4 times.',
    `\`.slp\` files, with outline and locations, are smaller than packed \`.ftrace\` files of the same events on ${fast} of them, and on ${small} if they are made by \`compress --method repetition\`; compression by local parsing, the default, makes ${digits(least(speeds))} to ${digits(most(speeds))} million events a second.`,
  ];
}

function cells(long: readonly Long[]): string {
  return table(
    [':program', 'events', 'items', 'blocks', 'outlined', 'FastTrack', 'HB on grammar', 'relative', 'million events/s'],
    long.map(({ row, relative }) => {
      const { program, grammar, whole } = row;
      const { outline, parsing } = grammar;
      return [
        ...[name(programName(program.source.name)), program.facts.events, parsing.items, outline?.blocks, outline?.events],
        ...[milliseconds(whole.get('fasttrack')), milliseconds(grammar.hb), digits(relative)],
        digits(program.facts.events / parsing.seconds / 1e6),
      ];
    }),
  );
}

/** Compression is to make so many events a second. */
const FAST = 5e6;

/** Of 100 events, those that are an item of the grammar or an event of the outline: new as a symbol, in a pair or in a history. */
function newOf100({ row: { program, grammar } }: Long): number {
  return (100 * (grammar.parsing.items + (grammar.outline?.events ?? 0))) / program.facts.events;
}

/** Which are compressed more slowly than they should be, and what they have in common. */
function speedLimit(long: readonly Long[]): string[] {
  const isSlow = ({ row }: Long) => row.program.facts.events / row.grammar.parsing.seconds < FAST;
  const slow = long.filter(isSlow);
  const others = long.filter((one) => !isSlow(one));
  if (slow.length === 0) return [];
  const range = (some: readonly Long[]) => `${digits(least(some.map(newOf100)))} to ${digits(most(some.map(newOf100)))}`;
  return [
    `The limit of speed: ${slow.map(({ row }) => name(programName(row.program.source.name))).join(', ')} are compressed with less than ${FAST / 1e6} million events a second. Of 100 of their events ${range(slow)} are an item of the grammar or an event of the outline${others.length === 0 ? '' : `, of the others’ ${range(others)}`}:`,
    'each of these is new, as a symbol, in a pair or in a history, and that is known only after a look-up in tables that no cache holds, 100 to 200 ns for all of them. A grammar has no fewer items than its alphabet, so no other grammar has fewer look-ups there.',
  ];
}

/** Why no grammar of the events themselves could do it. */
function limits(long: readonly Long[]): string[] {
  const dense = long.filter(({ row }) => row.program.facts.events < 2 * row.grammar.items).length;
  const slower = long.filter(({ relative }) => relative > 1).map(({ row }) => name(programName(row.program.source.name)));
  return [
    `The limit without a normal form: an analysis looks at each item of the grammar at least once, and FastTrack at each event, for about as long. ${dense} of the ${long.length} have less than two events per item, by Sequitur with repetitions: their`,
    'terminals hardly occur twice, since each element of an array is a variable of its own, and every terminal must stand in the grammar at least once. No grammar of absolute events is shorter than its alphabet.',
    ...(slower.length === 0
      ? []
      : [
          `Above 1 are ${slower.join(', ')}: with a race that must be found in the grammar of the events again, which takes a pass over its items, or with an outline of a fifth of the events and more, most of it what FastTrack takes longest for, and its expansion.`,
        ]),
    ...speedLimit(long),
  ];
}

/** How large the files are, and what no grammar of the events could be smaller than. */
function sizes(long: readonly Long[]): string[] {
  return [
    'The limit of size. No grammar has fewer items than the *substring complexity* of its string, the most of (different stretches of k events) / k over all k',
    '(Kociumaka, Navarro and Prezza; here k up to 65 536, by powers of two), whoever makes it. *Least* is that number, *items* what `--method repetition` makes, *names* the bytes that any file of the trace spends on names, and *bits* what a packed `.ftrace`',
    'takes for its events, divided by *least*: a grammar is smaller only if it spends less on each item, which is the name of an event or a rule that is not the next new one. Where that is some bits, a grammar of absolute events cannot win: `.ftrace` predicts a target from the one before',
    'at the same place of the code, which a walk over an array in changing order follows and no repetition does. Where it is many, there is room for a better grammar than ours.',
    '',
    table(
      [':program', 'names', '.slp', '.slp, repetition', '.ftrace', 'items', 'least', 'bits'],
      long.map(({ row: { program, grammar } }) => {
        const { bytes, parsing, items, least: fewest } = grammar;
        const bits = fewest === undefined ? undefined : digits((8 * (bytes.native - bytes.names)) / fewest);
        return [
          name(programName(program.source.name)),
          ...[bytes.names, parsing.bytes, bytes.repetition, bytes.native, items, fewest, bits],
        ];
      }),
    ),
  ];
}
