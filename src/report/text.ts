// The report for a person: one paragraph for every two places in the code that race, strongest claim first.

import { claims } from '../detectors/detector.ts';
import type { Access } from '../findings/accesses.ts';
import type { AnalysisResult, Race } from '../findings/result.ts';
import { display } from '../trace/quote.ts';

/** The few styles that the report uses; plain text is `identity` for each. */
export interface Styles {
  strong(text: string): string;
  weak(text: string): string;
  alarm(text: string): string;
}

export const plain: Styles = { strong: String, weak: String, alarm: String };

interface Group {
  readonly race: Race;
  readonly detectors: Set<string>;
  readonly claim: string;
  count: number;
}

export function* text(result: AnalysisResult, styles: Styles = plain): Generator<string> {
  const groups = grouped(result);
  for (const group of groups) yield* paragraph(group, styles);
  const { events, threads, locks, variables } = result.trace;
  const occurrences = groups.reduce((sum, group) => sum + group.count, 0);
  const size = `${amount(events, 'event')}, ${amount(threads, 'thread')}, ${amount(locks, 'lock')}, ${amount(variables, 'variable')}`;
  const found = groups.length === 0 ? 'no race' : `${amount(groups.length, 'race')} (${amount(occurrences, 'occurrence')})`;
  yield `${styles.strong(found)} · ${size}\n`;
}

/** Races of the same kind on the same variable at the same two places are one for a person. */
function grouped({ detectors }: AnalysisResult): Group[] {
  const groups = new Map<string, Group>();
  for (const { id, claim, races } of detectors)
    for (const race of races) {
      const places = [race.first?.location ?? '', race.second.location].sort();
      const key = JSON.stringify([race.variable, race.kind, ...places]);
      const group = groups.get(key);
      if (group === undefined) groups.set(key, { race, detectors: new Set([id]), claim, count: 1 });
      else {
        group.detectors.add(id);
        group.count++;
      }
    }
  const strength = (claim: string) => (claims as readonly string[]).indexOf(claim);
  return [...groups.values()].sort((a, b) => strength(a.claim) - strength(b.claim));
}

function* paragraph({ race, detectors, claim, count }: Group, styles: Styles): Generator<string> {
  const { first, second } = race;
  yield `${styles.alarm('race')}  ${styles.strong(display(race.variable))}  ${styles.weak(`${claim} by ${[...detectors].join(', ')}`)}\n`;
  const rows = [first, second].filter((access) => access !== null).map(columns);
  const widths = [0, 1, 2, 3].map((column) => Math.max(...rows.map((row) => row[column]!.length)));
  for (const [i, row] of rows.entries()) {
    const cells = row.map((cell, column) => cell.padEnd(widths[column] ?? 0));
    yield `  ${first === null ? 2 : i + 1}  ${cells.join('  ').trimEnd()}\n`;
  }
  yield `     ${reason(first, second)}\n`;
  if (count > 1) yield `     seen ${count} times at these two places; the first is shown\n`;
  yield '\n';
}

function columns({ op, thread, locks, location, index }: Access): string[] {
  const held = locks.length === 0 ? 'nothing' : locks.map(display).join(', ');
  return [op, `in ${display(thread)}`, `holding ${held}`, location === '' ? '' : display(location), `event ${index}`];
}

function reason(first: Access | null, second: Access): string {
  if (first === null) return 'unordered with an earlier access';
  const common = first.locks.filter((lock) => second.locks.includes(lock));
  return common.length === 0
    ? 'no lock in common, and nothing else orders the two'
    : `both hold ${common.map(display).join(', ')}`;
}

function amount(count: number, thing: string): string {
  return `${count} ${thing}${count === 1 ? '' : 's'}`;
}
