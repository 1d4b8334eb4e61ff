// ZipTrack's promise on long recordings: races on the compressed trace, faster than on the events; small files, made fast. What is met, and the bound where it is not.

import { digits, milliseconds, name, several, table } from '../markdown.ts';
import { geometricMean, least, most } from '../statistics.ts';
import { programName } from '../traces.ts';
import type { Row } from './ziptrack-row.ts';

const LARGE = 100_000;

interface Long {
  readonly row: Row;
  /** HB on the grammar against FastTrack on the events. */
  readonly relative: number;
}

export function promise(rows: readonly Row[]): string {
  const long = rows.flatMap((row): Long[] => {
    const fasttrack = row.whole.get('fasttrack');
    return row.program.facts.events < LARGE || fasttrack === undefined ? [] : [{ row, relative: row.grammar.hb / fasttrack }];
  });
  if (long.length === 0) return '';
  return [...says(long), '', cells(long), ...limits(long), ''].join('\n');
}

function says(long: readonly Long[]): string[] {
  const relative = long.map((one) => one.relative);
  const smaller = long.filter(({ row }) => row.grammar.parsing.bytes < row.grammar.parsing.native).length;
  const speeds = long.map(({ row }) => row.program.facts.events / row.grammar.parsing.seconds / 1e6);
  return [
    `The promise, on the ${several(long.length, 'recording')} of ${LARGE / 1000} thousand events and more: HB on the grammar takes ${digits(geometricMean(relative))} times FastTrack’s time in the geometric mean, ${digits(most(relative))} times at most, for all racy variables.`,
    'It reads the *outline* of the trace, a grammar of a normal form that `compress` makes: all that synchronises, and one access for each block of variables that are accessed in the same segments of threads in the same ways',
    '(`docs/detectors/grammar-hb.md`). So what makes it fast is first the normal form, which happens-before allows, and then the grammar of it: an outline of 32 events or more for each item is folded as the document says, any other is expanded into FastTrack’s own kernel.',
    'Without an outline the fold takes 3.6 to 5.5 times FastTrack’s time, but for traces that are loops, and the kernel with the expansion 1.3 to 2.4 times.',
    `\`.slp\` files, with outline and locations, are smaller than packed \`.ftrace\` files on ${smaller} of them; compression by local parsing makes ${digits(least(speeds))} to ${digits(most(speeds))} million events a second.`,
  ];
}

function cells(long: readonly Long[]): string {
  return table(
    [
      ':program',
      'events',
      'items',
      'blocks',
      'outlined',
      'FastTrack',
      'HB on grammar',
      'relative',
      'million events/s',
      '.slp',
      '.ftrace',
    ],
    long.map(({ row, relative }) => {
      const { program, grammar, whole } = row;
      const { outline, parsing } = grammar;
      return [
        ...[name(programName(program.source.name)), program.facts.events, parsing.items, outline?.blocks, outline?.events],
        ...[milliseconds(whole.get('fasttrack')), milliseconds(grammar.hb), digits(relative)],
        ...[digits(program.facts.events / parsing.seconds / 1e6), parsing.bytes, parsing.native],
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
    'The limit of size: a packed `.ftrace` predicts each target from the one before at the same place of the code, and codes what is left. A grammar of absolute terminals pays for the name of every item that is not new, log₂ of the terminals at worst;',
    'where a trace walks over arrays in changing order, there are as many as events.',
  ];
}
