// One finding at length, for a person: the paragraph of the report, what happened around it as a table, the orders, the witness.

import { display } from '../base/quote.ts';
import { aligned } from '../base/table.ts';
import type { FindingExplanation, WitnessExplanation } from '../findings/explanation.ts';
import { isKnown } from '../findings/place.ts';
import type { Slice } from '../findings/slices.ts';
import { paragraph, plain, type TextOptions, wrapped } from './text.ts';
import { shortened } from './words.ts';

export function* explanation(explained: FindingExplanation, options: TextOptions = {}): Generator<string> {
  const { strong } = options.styles ?? plain;
  const width = options.width ?? 100;
  const { finding, slice, orders, witness } = explained;
  yield* paragraph(finding, options);
  yield `${strong('Around the two accesses')}\n\n`;
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

function noWitness({ finding: { claim, first } }: FindingExplanation): string {
  if (first === null) return 'None: only one of the two accesses is known.';
  if (claim === 'observed') return 'None was found, and none is needed: the two accesses were unordered in this very run.';
  return 'None was found within the budget. The two accesses may be ordered in every schedule: then this is a false alarm.';
}

function* witnessText(
  { threads, steps, hidden, sentences }: WitnessExplanation,
  width: number,
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

/** Characters of a name in a column: beyond that nobody sees where the next begins. */
const WIDEST = 40;

/** A column per thread; `:` where events of a thread are left out. */
function* table(threads: readonly string[], rows: readonly Row[], { styles = plain }: TextOptions): Generator<string> {
  const short = (name: string): string => shortened(name, WIDEST, 'middle');
  const cell = ({ gap, text }: Row): string => `${gap ? ':' : ' '}${short(text)}`;
  const cells = rows.map((row) => [
    String(row.number),
    ...threads.map((thread) => (thread === row.thread ? cell(row) : '')),
    isKnown(row.location) ? display(row.location) : '',
  ]);
  const head = ['event', ...threads.map((thread) => ` ${short(thread)}`), ''];
  const lines = aligned([head, ...cells], ['right']).map((row) => row.join('  ').trimEnd());
  yield styles.strong(`    ${lines[0]}\n`);
  for (const [i, { mark }] of rows.entries()) {
    const line = `  ${mark} ${lines[i + 1]}`;
    yield `${mark === '>' ? styles.alarm(line) : line}\n`;
  }
}
