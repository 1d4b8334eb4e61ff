// The report for a person: a paragraph for every finding, strongest claim first, and one line that sums up.

import type { Access, Fork } from '../findings/accesses.ts';
import type { Finding } from '../findings/finding.ts';
import type { AnalysisResult } from '../findings/result.ts';
import { display } from '../trace/quote.ts';

/** The few styles that the report uses. */
export interface Styles {
  strong(text: string): string;
  weak(text: string): string;
  alarm(text: string): string;
}

export const plain: Styles = { strong: String, weak: String, alarm: String };

export function* text({ trace, findings }: AnalysisResult, styles: Styles = plain): Generator<string> {
  for (const finding of findings) yield* paragraph(finding, styles);
  const { events, threads, locks, variables } = trace;
  const occurrences = findings.reduce((sum, { count }) => sum + count, 0);
  const size = `${amount(events, 'event')}, ${amount(threads, 'thread')}, ${amount(locks, 'lock')}, ${amount(variables, 'variable')}`;
  const found = findings.length === 0 ? 'no race' : `${amount(findings.length, 'race')} (${amount(occurrences, 'occurrence')})`;
  yield `${styles.strong(found)} · ${size}\n`;
}

function* paragraph(
  { id, fingerprint, variable, claim, detectors, first, second, reason, count, forks }: Finding,
  styles: Styles,
): Generator<string> {
  const { alarm, strong, weak } = styles;
  yield `${alarm('race')}  ${strong(display(variable))}  ${weak(`${claim} by ${detectors.join(', ')}`)}\n`;
  const accesses = first === null ? [second] : [first, second];
  const rows = accesses.map(columns);
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)));
  for (const [i, row] of rows.entries()) {
    const cells = row.map((cell, column) => cell.padEnd(widths[column]!)).filter((cell) => cell !== '');
    yield `  ${first === null ? 2 : i + 1}  ${cells.join('  ').trimEnd()}\n`;
  }
  yield `     ${display(reason)}\n`;
  if (forks.length > 0) yield weak(`     ${forks.map(forkText).join(', ')}\n`);
  const seen = count === 1 ? 'seen once' : `seen ${count} times at these two places; the first is shown`;
  yield weak(`     ${seen} · id ${id}·${fingerprint.slice(0, 6)}\n\n`);
}

function columns({ op, thread, locks, location, index }: Access): string[] {
  const held = locks.length === 0 ? 'nothing' : locks.map(display).join(', ');
  return [op, `in ${display(thread)}`, `holding ${held}`, display(location), `event ${index}`];
}

function forkText({ thread, by, location, index }: Fork): string {
  return `${display(thread)} forked by ${display(by)} at ${location === '' ? `event ${index}` : display(location)}`;
}

function amount(count: number, thing: string): string {
  return `${count} ${thing}${count === 1 ? '' : 's'}`;
}
