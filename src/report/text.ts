// The report for a person: a paragraph for every finding, strongest claim first, and one line that sums up.

import { display } from '../base/quote.ts';
import { shortened } from '../base/shortened.ts';
import { aligned, type Measure, wrapped } from '../base/table.ts';
import type { StackedAccess } from '../findings/access.ts';
import { type Finding, firstNumber, sidesOf } from '../findings/finding.ts';
import { isKnown } from '../findings/place.ts';
import type { AnalysisResult } from '../findings/result.ts';
import { meaning, wordsOf } from './kind-words.ts';
import { INDENT, measure } from './measure.ts';
import { racedTests, racedText } from './raced-tests.ts';
import type { Sources } from './report.ts';
import { headOf, type StackDetail } from './stacks.ts';
import { StackText } from './text-stacks.ts';
import {
  action,
  amount,
  held,
  inRuns,
  kindWords,
  LONGEST_COMMAND,
  leftFolded,
  NOT_TIMED,
  often,
  said,
  shortPlace,
  summary,
} from './words.ts';

/** The few styles that the report uses. */
export interface Styles {
  strong(text: string): string;
  weak(text: string): string;
  alarm(text: string): string;
}

export const plain: Styles = { strong: String, weak: String, alarm: String };

export interface TextOptions {
  readonly styles?: Styles | undefined;
  /** Lines have at most so many characters, and long names are shortened; if it is not said, names are whole. */
  readonly width?: number | undefined;
  readonly sources?: Sources | undefined;
  /** How much of the call stacks is shown; short if not said. */
  readonly stacks?: StackDetail | undefined;
}

export function* text(result: AnalysisResult, options: TextOptions = {}): Generator<string> {
  const { styles = plain } = options;
  const { traces, detectors, findings } = result;
  for (const finding of findings) yield* paragraph(finding, options);
  if (findings.some(({ trace }) => traces[trace]?.untimed)) yield styles.weak(wrapped(NOT_TIMED, measure(options)));
  for (const note of new Set(detectors.map((detector) => detector.note)))
    if (note !== undefined) yield styles.weak(wrapped(note, measure(options)));
  yield* tests(findings, options);
  for (const words of leftFolded(result.leftOut)) yield styles.weak(wrapped(words, measure(options)));
  const { found, size } = summary(result);
  const sum = `${found} · ${size}`;
  yield sum.length <= (options.width ?? sum.length) ? `${styles.strong(found)} · ${size}\n` : wrapped(sum, measure(options));
}

export function* paragraph(finding: Finding, options: TextOptions): Generator<string> {
  const { styles = plain, sources } = options;
  const lines = measure(options);
  const { weak } = styles;
  const { reason, forks } = finding;
  const stacks = new StackText(options);
  yield heading(finding, styles, lines);
  const accesses = sidesOf(finding);
  const rows = table(accesses, options.width);
  for (const [i, row] of rows.entries()) {
    yield `  ${firstNumber(finding) + i}  ${row.join(`\n${INDENT}`)}\n`;
    const { location, text } = headOf(accesses[i]!);
    const line = sources?.(location, 0)?.lines[0] ?? text;
    // On a terminal what fits is enough.
    const room = options.width === undefined ? Number.POSITIVE_INFINITY : options.width - INDENT.length - '   | '.length;
    if (line !== undefined) yield weak(`${INDENT}   | ${shortened(line.trim(), room, 'end')}\n`);
    for (const below of stacks.access(accesses[i]!, finding.type === 'deadlock')) yield weak(below);
  }
  yield wrapped(reason, lines, INDENT);
  for (const line of stacks.forks(forks)) yield weak(line);
  for (const line of stacks.memory(finding)) yield weak(line);
  yield* further(finding, lines, styles);
  yield weak(`${wrapped(seen(finding), lines, INDENT)}\n`);
}

/** A line for each test that showed something, below what they showed. */
function* tests(findings: readonly Finding[], options: TextOptions): Generator<string> {
  const raced = racedTests(findings);
  if (raced.length === 0) return;
  yield `${amount(raced.length, 'test')} showed this:\n`;
  for (const one of raced) yield wrapped(`${one.test}: ${racedText(one)}`, measure(options), '  ', '      ');
  yield '\n';
}

/** So many of the other places, variables, tests and processes of an entry are told; the rest is counted. */
const MOST_PLACES = 6;
const MOST_NAMES = 4;

/** What else has the same cause. */
function* further({ places, variables, processes, tests }: Finding, lines: Measure, { weak }: Styles): Generator<string> {
  const others = places.slice(1);
  if (others.length > 0) yield wrapped(`the same cause at ${amount(others.length, 'more pair')} of places:`, lines, INDENT);
  for (const { first, second, kind, count } of others.slice(0, MOST_PLACES)) {
    const pair = first === null ? shownPlace(second) : `${shownPlace(first)} ↔ ${shownPlace(second)}`;
    yield weak(wrapped(`${pair}  ${kindWords(kind)}, ${often(count)}`, lines, `${INDENT}  `, `${INDENT}    `));
  }
  if (others.length > MOST_PLACES) yield weak(`${INDENT}  and ${others.length - MOST_PLACES} more\n`);
  if (variables.length > 1) yield wrapped(`also ${named(variables.slice(1), 'variable')}`, lines, INDENT);
  if (tests.length > 0) yield wrapped(`in ${named(tests, 'test')}`, lines, INDENT);
  const commands = processes.map((process) => shortened(process, LONGEST_COMMAND, 'middle'));
  if (commands.length > 0) yield wrapped(`in ${named(commands, 'process', 'processes')}`, lines, INDENT);
}

function shownPlace(location: string): string {
  return isKnown(location) ? location : 'an unknown place';
}

/** The first few of some names, and how many there are. */
function named(names: readonly string[], thing: string, things = `${thing}s`): string {
  const shown = names.slice(0, MOST_NAMES).join(', ');
  const more = names.length - MOST_NAMES;
  return `${names.length === 1 ? thing : things} ${shown}${more > 0 ? ` and ${more} more` : ''}`;
}

/** Columns, in one line for each access; where the terminal is too narrow for that, the place has a line of its own. */
function table(accesses: readonly StackedAccess[], width: number | undefined): string[][] {
  const rows = accesses.map(columns);
  const whole = aligned(rows).map((row) => joined(row).trimEnd());
  if (width === undefined || whole.every((line) => INDENT.length + line.length <= width)) return whole.map((line) => [line]);
  return rows.map((row, i) => {
    const [place, event] = [row[PLACE_COLUMN]!, row[PLACE_COLUMN + 1]!];
    const room = width - INDENT.length - event.length - 2;
    const short = place === '' ? '' : shortPlace(headOf(accesses[i]!).location, room);
    const head = wrapped(joined(row.slice(0, PLACE_COLUMN)), { width: width - INDENT.length, shortens: true }, '', '  ')
      .trimEnd()
      .split('\n');
    return [...head, joined([short, event])];
  });
}

function joined(cells: readonly string[]): string {
  return cells.filter((cell) => cell !== '').join('  ');
}

/** The column of {@link columns} with the place. */
const PLACE_COLUMN = 3;

function heading(finding: Finding, { alarm, strong, weak }: Styles, lines: Measure): string {
  const { head } = wordsOf(finding);
  const says = meaning(finding);
  const room = lines.width - head.length - 2;
  const name = lines.shortens ? shortened(finding.variable, room, 'middle') : display(finding.variable);
  const fits = `${head}  ${name}  ${says}`.length <= lines.width;
  const words = fits ? `  ${weak(says)}\n` : `\n${weak(wrapped(says, lines, INDENT))}`;
  return `${alarm(head)}  ${strong(name)}${words}`;
}

function seen(finding: Finding): string {
  const { id, fingerprint, count } = finding;
  return `${said(finding)}, ${often(count)}${inRuns(finding)} · id ${id}·${fingerprint.slice(0, 6)}`;
}

function columns(access: StackedAccess): string[] {
  const { thread, index } = access;
  const { location } = headOf(access);
  const place = isKnown(location) ? display(location) : '';
  return [display(action(access)), `in ${display(thread)}`, `holding ${display(held(access))}`, place, `event ${index}`];
}
