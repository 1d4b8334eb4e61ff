// The report for a person: a paragraph for every finding, strongest claim first, and one line that sums up.

import { display } from '../base/quote.ts';
import { aligned } from '../base/table.ts';
import type { Access, Fork } from '../findings/accesses.ts';
import type { Finding } from '../findings/finding.ts';
import { isKnown } from '../findings/place.ts';
import type { AnalysisResult } from '../findings/result.ts';
import type { Sources } from './report.ts';
import { action, forkTexts, held, shortened, shortPlace, summary } from './words.ts';

/** The few styles that the report uses. */
export interface Styles {
  strong(text: string): string;
  weak(text: string): string;
  alarm(text: string): string;
}

export const plain: Styles = { strong: String, weak: String, alarm: String };

export interface TextOptions {
  readonly styles?: Styles | undefined;
  /** Sentences wrap at this many characters. */
  readonly width?: number | undefined;
  readonly sources?: Sources | undefined;
}

const INDENT = '     ';

export function* text(result: AnalysisResult, options: TextOptions = {}): Generator<string> {
  const told = new Map<string, string>();
  for (const finding of result.findings) {
    const key = places(finding);
    const before = key === undefined ? undefined : told.get(key);
    if (before !== undefined) yield* reminder(finding, before, options);
    else {
      if (key !== undefined) told.set(key, finding.id);
      yield* paragraph(finding, options);
    }
  }
  const { found, size } = summary(result);
  yield `${(options.styles ?? plain).strong(found)} · ${size}\n`;
}

export function* paragraph(finding: Finding, options: TextOptions): Generator<string> {
  const { styles = plain, width = 100, sources } = options;
  const { weak } = styles;
  const { first, second, reason, forks } = finding;
  yield heading(finding, styles);
  const accesses = first === null ? [second] : [first, second];
  const rows = table(accesses, options.width);
  for (const [i, lines] of rows.entries()) {
    yield `  ${first === null ? 2 : i + 1}  ${lines.join(`\n${INDENT}`)}\n`;
    const line = sources?.(accesses[i]!.location, 0)?.lines[0];
    // On a terminal what fits is enough.
    const room = options.width === undefined ? Number.POSITIVE_INFINITY : options.width - INDENT.length - '   | '.length;
    if (line !== undefined) yield weak(`${INDENT}   | ${shortened(line.trim(), room, 'end')}\n`);
  }
  yield wrapped(reason, width);
  if (forks.length > 0) yield weak(wrapped(forkTexts(shownForks(forks, options.width)).join(', '), width));
  yield weak(`${wrapped(seen(finding), width)}\n`);
}

/** Columns, in one line for each access; where the terminal is too narrow for that, the place has a line of its own. */
function table(accesses: readonly Access[], width: number | undefined): string[][] {
  const rows = accesses.map(columns);
  const whole = aligned(rows).map((row) => joined(row).trimEnd());
  if (width === undefined || whole.every((line) => INDENT.length + line.length <= width)) return whole.map((line) => [line]);
  return rows.map((row, i) => {
    const [place, event] = [row[PLACE_COLUMN]!, row[PLACE_COLUMN + 1]!];
    const room = width - INDENT.length - event.length - 2;
    const short = place === '' ? '' : shortPlace(accesses[i]!.location, room);
    return [joined(row.slice(0, PLACE_COLUMN)), joined([short, event])];
  });
}

/** A place is one word: where there is a terminal, it must fit into a line with a comma behind it. */
function shownForks(forks: readonly Fork[], width: number | undefined): readonly Fork[] {
  if (width === undefined) return forks;
  const room = width - INDENT.length - 1;
  return forks.map((fork) => (fork.location.length <= room ? fork : { ...fork, location: shortPlace(fork.location, room) }));
}

function joined(cells: readonly string[]): string {
  return cells.filter((cell) => cell !== '').join('  ');
}

/** The column of {@link columns} with the place. */
const PLACE_COLUMN = 3;

/** The variable and its two places, whatever is done there; undefined if a place is not known. */
function places({ variable, first, second }: Finding): string | undefined {
  if (first === null || !isKnown(first.location) || !isKnown(second.location)) return undefined;
  return [variable, ...[first.location, second.location].sort()].join('\n');
}

/** `x++` is a read and a write: what two threads do there makes several findings, and one of them tells it all. */
function* reminder(finding: Finding, before: string, { styles = plain, width = 100 }: TextOptions): Generator<string> {
  const { first, second } = finding;
  const did = [first!, second].map((access) => `${action(access)} in ${access.thread}, holding ${held(access)}`).join('; ');
  yield heading(finding, styles);
  yield wrapped(`at the places of ${before}: ${did}`, width);
  yield styles.weak(`${wrapped(seen(finding), width)}\n`);
}

function heading({ variable, claim, detectors }: Finding, { alarm, strong, weak }: Styles): string {
  return `${alarm('race')}  ${strong(display(variable))}  ${weak(`${claim} by ${detectors.join(', ')}`)}\n`;
}

function seen({ id, fingerprint, count }: Finding): string {
  const often = count === 1 ? 'seen once' : `seen ${count} times at these two places; one of them is shown`;
  return `${often} · id ${id}·${fingerprint.slice(0, 6)}`;
}

function columns(access: Access): string[] {
  const { thread, location, index } = access;
  const place = isKnown(location) ? display(location) : '';
  return [action(access), `in ${display(thread)}`, `holding ${display(held(access))}`, place, `event ${index}`];
}

/** A sentence cut at blanks into indented lines; those after the first may be indented further. */
export function wrapped(sentence: string, width: number, indent: string = INDENT, further: string = indent): string {
  const lines: string[] = [];
  let line = indent;
  let empty = true;
  for (const word of display(sentence).split(' ')) {
    if (!empty && line.length + 1 + word.length > width) {
      lines.push(line);
      line = further;
      empty = true;
    }
    line += empty ? word : ` ${word}`;
    empty = false;
  }
  return [...lines, line].map((one) => `${one}\n`).join('');
}
