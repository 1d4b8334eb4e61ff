// One finding at length, for a person: the paragraph of the report, both stacks, what happened around it as a table, the orders, the
// witness.

import { shortened } from '../base/shortened.ts';
import { aligned, type Measure, wrapped } from '../base/table.ts';
import type { FindingExplanation, WitnessExplanation } from '../findings/explanation.ts';
import { isKnown } from '../findings/place.ts';
import type { Slice } from '../findings/slices.ts';
import { wordsOf } from './kind-words.ts';
import { measure } from './measure.ts';
import { stackColumns } from './side-by-side.ts';
import { paragraph, plain, type TextOptions } from './text.ts';
import { NOT_TIMED, shortPlace } from './words.ts';

export function* explanation(explained: FindingExplanation, options: TextOptions = {}): Generator<string> {
  const { strong } = options.styles ?? plain;
  const width = measure(options);
  const { finding, slice, orders, witness } = explained;
  const stacks = [...stackColumns(finding, { width: width.width, sources: options.sources, stacks: options.stacks ?? 'full' })];
  // What the columns show is not said twice.
  yield* paragraph(finding, stacks.length === 0 ? options : { ...options, stacks: 'none' });
  if (stacks.length > 0) yield* [`${strong('How the threads came there')}\n\n`, ...stacks, '\n'];
  yield `${strong(`Around ${wordsOf(finding).events}`)}\n\n`;
  if (explained.untimed) yield `${wrapped(`${NOT_TIMED[0]!.toUpperCase()}${NOT_TIMED.slice(1)}.`, width, '  ')}\n`;
  yield* table(slice.threads, sliceRows(slice), options);
  if (orders.length > 0) {
    yield `\n${strong('Orders in this run')}\n\n`;
    for (const sentence of orders) yield wrapped(sentence, width, '  ', '    ');
  }
  yield `\n${strong('Witness')}\n\n`;
  if (witness === undefined) {
    yield wrapped(noWitness(explained), width, '  ');
    return;
  }
  yield* witnessText(witness, width, options);
}

function noWitness({ finding: { type, claim, first } }: FindingExplanation): string {
  if (claim === 'confirmed') return 'None was found, and none is needed: the program did it.';
  if (type !== 'race')
    return claim === 'observed'
      ? 'None is needed: it happened in this very run.'
      : 'None is known: then this may be a false alarm.';
  if (first === null) return 'None: only one of the two accesses is known.';
  if (claim === 'observed') return 'None was found, and none is needed: the two accesses were unordered in this very run.';
  return 'None was found within the budget. The two accesses may be ordered in every schedule: then this is a false alarm.';
}

function* witnessText(
  { threads, steps, hidden, sentences }: WitnessExplanation,
  width: Measure,
  options: TextOptions,
): Generator<string> {
  for (const sentence of sentences) yield wrapped(sentence, width, '  ', '    ');
  yield '\n';
  if (hidden > 0) yield `  the first ${hidden} steps are not shown\n`;
  const rows = steps.map(({ position, thread, text, location, racing, moved }) => ({
    number: position,
    mark: racing ? '>' : moved ? '*' : ' ',
    thread,
    text,
    location,
    gap: false,
  }));
  yield* table(threads, rows, options);
  if (steps.some(({ moved, racing }) => moved && !racing)) yield '\n  * comes at another place than in the trace\n';
}

interface Row {
  readonly number: number;
  readonly mark: string;
  readonly thread: string;
  readonly text: string;
  readonly location: string;
  /** Events of the thread are left out before this one. */
  readonly gap: boolean;
}

function sliceRows({ events }: Slice): Row[] {
  return events.map(({ position, racing, gap, ...event }) => ({ ...event, number: position, mark: racing ? '>' : ' ', gap }));
}

/** Characters of a name in a column: beyond that nobody sees where the next begins. Narrow terminals take less, down to `NARROWEST`. */
const [WIDEST, NARROWEST] = [40, 10];
/** What a place gets at least on a terminal. */
const LEAST_PLACE = 24;
const MARK_WIDTH = 4;

/** A column per thread; `:` where events of a thread are left out. */
function* table(threads: readonly string[], rows: readonly Row[], { styles = plain, width }: TextOptions): Generator<string> {
  const names = nameColumns(threads, rows, WIDEST);
  const whole = width === undefined || MARK_WIDTH + names[0]!.join('  ').length + LEAST_PLACE + 2 <= width;
  const most = whole ? WIDEST : Math.max(NARROWEST, Math.floor((width - MARK_WIDTH - LEAST_PLACE - 8) / threads.length) - 3);
  const shown = whole ? names : nameColumns(threads, rows, most);
  const room =
    width === undefined ? Number.POSITIVE_INFINITY : Math.max(LEAST_PLACE, width - MARK_WIDTH - shown[0]!.join('  ').length - 2);
  const places = rows.map(({ location }) => (isKnown(location) ? shortPlace(location, room) : ''));
  const lines = shown.map((row, i) => [...row, places[i - 1] ?? ''].join('  ').trimEnd());
  yield styles.strong(`    ${lines[0]}\n`);
  for (const [i, { mark }] of rows.entries()) {
    const line = `  ${mark} ${lines[i + 1]}`;
    yield `${mark === '>' ? styles.alarm(line) : line}\n`;
  }
}

/** The head and the rows but for their places, padded; a name has at most so many characters. */
function nameColumns(threads: readonly string[], rows: readonly Row[], most: number): string[][] {
  const short = (name: string): string => shortened(name, most, 'middle');
  const cell = ({ gap, text }: Row): string => `${gap ? ':' : ' '}${short(text)}`;
  const cells = rows.map((row) => [String(row.number), ...threads.map((thread) => (thread === row.thread ? cell(row) : '')), '']);
  const head = ['event', ...threads.map((thread) => ` ${short(thread)}`), ''];
  return aligned([head, ...cells], ['right']).map((row) => row.slice(0, -1));
}
