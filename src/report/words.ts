// The few phrases that several reports share.

import { display } from '../base/quote.ts';
import type { Access, Fork } from '../findings/accesses.ts';
import { isKnown } from '../findings/place.ts';
import type { AnalysisResult, LeftOut } from '../findings/result.ts';

/** `1 event`, `2 events`. */
export function amount(count: number, thing: string): string {
  return `${count} ${thing}${count === 1 ? '' : 's'}`;
}

/** `write`, `atomic read`. */
export function action({ op, atomic }: Access): string {
  return atomic ? `atomic ${op}` : op;
}

export function held({ locks, shared = [] }: Access): string {
  if (locks.length === 0) return 'nothing';
  return locks.map((lock) => (shared.includes(lock) ? `${lock} (shared)` : lock)).join(', ');
}

/** The reason as a sentence of its own. A name that it begins with stays as it is. */
export function sentence(reason: string): string {
  return reason.replace(/^(?:neither holds a lock|both hold )/, (words) => words[0]!.toUpperCase() + words.slice(1));
}

/** Where a text that is too long is cut: names differ at both ends, paths at their end. */
export type Ellipsis = 'start' | 'middle' | 'end';

/** A name as it is shown, in at most `length` characters. */
export function shortened(text: string, length: number, where: Ellipsis): string {
  const characters = [...display(text)];
  if (characters.length <= length) return characters.join('');
  const before = where === 'start' ? 0 : where === 'end' ? length - 1 : Math.ceil((length - 1) / 2);
  const after = characters.length - (length - 1 - before);
  return `${characters.slice(0, before).join('')}…${characters.slice(after).join('')}`;
}

/** A path, its line, and the function behind them. */
const PLACE = /^(.*?)((?::\d+){1,2})( .*)?$/s;

/** A place as it is shown, in at most `length` characters: the path gives way in its middle, then the function, never the line. */
export function shortPlace(location: string, length: number): string {
  const [, path, line, behind = ''] = PLACE.exec(location) ?? [];
  if (path === undefined || line === undefined || display(location).length <= length)
    return shortened(location, length, 'middle');
  const end = line + shortened(behind, Math.floor(length / 3), 'end');
  return shortened(path, Math.max(1, length - end.length), 'middle') + end;
}

/** Where an access stands, or which event it is if nobody knows. */
export function where({ location, index }: { readonly location: string; readonly index: number }): string {
  return isKnown(location) ? location : `event ${index}`;
}

/** An address in a library, as `std::thread` has it, says less than the name of the function. */
const LIBRARY = /\+0x[\da-f]+ \(/;

/** `T1 and T2 forked by main at a.c:5`: threads that were started at one place are named together. */
export function forkTexts(forks: readonly Fork[]): string[] {
  const places = new Map<string, string[]>();
  for (const fork of forks) {
    const start = `forked by ${fork.by} ${placeOf(fork)}`;
    places.set(start, [...(places.get(start) ?? []), fork.thread]);
  }
  return [...places].map(([start, threads]) => `${threads.join(' and ')} ${start}`);
}

function placeOf(fork: Fork): string {
  const { location } = fork;
  const match = location.endsWith(')') ? LIBRARY.exec(location) : null;
  const name = match === null ? '' : location.slice(match.index + match[0].length, -1);
  return name === '' ? `at ${where(fork)}` : `in ${name}`;
}

/** "3 races (41 occurrences), 2 suppressed", and the size of the trace. */
export function summary({ trace, findings, leftOut }: AnalysisResult): { found: string; size: string } {
  const occurrences = findings.reduce((sum, { count }) => sum + count, 0);
  const races = findings.length === 0 ? 'no race' : `${amount(findings.length, 'race')} (${amount(occurrences, 'occurrence')})`;
  const { events, threads, locks, variables } = trace;
  return {
    found: [races, ...leftOutWords(leftOut)].join(', '),
    size: [amount(events, 'event'), amount(threads, 'thread'), amount(locks, 'lock'), amount(variables, 'variable')].join(', '),
  };
}

function leftOutWords(leftOut: LeftOut | undefined): string[] {
  if (leftOut === undefined) return [];
  const words: string[] = [];
  if (leftOut.beyond > 0) words.push(`${leftOut.beyond} more not shown`);
  if (leftOut.suppressed > 0) words.push(`${leftOut.suppressed} suppressed`);
  if (leftOut.known > 0) words.push(`${leftOut.known} in the baseline`);
  if (leftOut.rare > 0) words.push(`${leftOut.rare} below --min-count`);
  return words;
}
