// The few phrases that several reports share.

import { display } from '../base/quote.ts';
import { shortened } from '../base/shortened.ts';
import type { Access, Fork, Memory } from '../findings/access.ts';
import type { Finding, FindingKind } from '../findings/finding.ts';
import { type Folded, type FoldReason, foldReasons } from '../findings/folding.ts';
import { functionOf, isKnown, sourcePlace } from '../findings/place.ts';
import type { AnalysisResult, DetectorReport, LeftOut } from '../findings/result.ts';
import type { FindingType } from '../trace/outcome.ts';
import { kindsOfFindings, wordsOf } from './kind-words.ts';

/** `1 event`, `2 events`. */
export function amount(count: number, thing: string, things = `${thing}s`): string {
  return `${count} ${count === 1 ? thing : things}`;
}

/** What threads that wait do, by the name of the operation. */
const WAITING: Readonly<Record<string, string>> = {
  acquire: 'wants',
  'acquire-shared': 'wants to read',
  request: 'wants',
  'request-join': 'waits for the end of',
  wait: 'waits on',
  'barrier-enter': 'waits at',
};

/** `write`, `atomic read`; where events are about different things, `write x`, `wants m`. `write` marks the names. */
export function action({ op, atomic, target }: Access, write: (name: string) => string = String): string {
  if (target !== undefined) return `${WAITING[op] ?? (atomic ? `atomic ${op}` : op)} ${write(target)}`;
  return atomic ? `atomic ${op}` : op;
}

/** `write` marks the names. */
export function held({ locks, shared = [], locksUnknown }: Access, write: (name: string) => string = String): string {
  if (locksUnknown) return '(not known)';
  if (locks.length === 0) return 'nothing';
  return locks.map((lock) => (shared.includes(lock) ? `${write(lock)} (shared)` : write(lock))).join(', ');
}

/** The reason as a sentence of its own. A name that it begins with stays as it is. */
export function sentence(reason: string): string {
  return reason.replace(
    /^(?:neither holds a lock|both hold |nothing orders )/,
    (words) => words[0]!.toUpperCase() + words.slice(1),
  );
}

/** What is told of a command line, where it is not asked for. */
export const LONGEST_COMMAND = 60;

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

/** `T1 and T2 forked by main at a.c:5`: threads that were started at one place are named together. `write` marks the names. */
export function forkTexts(forks: readonly Fork[], write: (name: string) => string = String): string[] {
  const places = new Map<string, string[]>();
  for (const fork of forks) {
    const start = `forked by ${write(fork.by)} ${placeOf(fork, write)}`;
    places.set(start, [...(places.get(start) ?? []), fork.thread]);
  }
  return [...places].map(([start, threads]) => `${threads.map(write).join(' and ')} ${start}`);
}

function placeOf(fork: Fork, write: (name: string) => string): string {
  const { location } = fork;
  // An address in a library, as `std::thread` has it, says less than the name of the function.
  const name = sourcePlace(location) === undefined ? functionOf(location) : undefined;
  return name === undefined ? `at ${write(where(fork))}` : `in ${write(name)}`;
}

/** How sure we are, and who says so: `observed by shb and predict`. */
export function said({ claim, detectors }: Finding): string {
  if (claim === 'confirmed') return `confirmed in the program, found by ${listed(detectors)}`;
  return `${claim} by ${listed(detectors)}`;
}

/** Detectors do not report every pair of accesses: a count is what they saw, and there may be more. */
export function often(count: number): string {
  return count === 1 ? 'at least once' : `at least ${count} times`;
}

/** `, in 3 of 20 runs`; nothing where there was one run. */
export function inRuns({ runs }: Pick<Finding, 'runs'>): string {
  return runs === undefined ? '' : `, in ${runs.seen.length} of ${amount(runs.of, 'run')}`;
}

/** `4 bytes at 0x55d0c0, byte 12 of a block of 16`. */
export function memoryText({ address, bytes, block }: Memory): string {
  return `${amount(bytes, 'byte')} at ${address}${block === undefined ? '' : `, byte ${block.offset} of a block of ${block.bytes}`}`;
}

/** `a, b and c`. */
export function listed(words: readonly string[], last = 'and'): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} ${last} ${words.at(-1)}`;
}

const RACE_KIND = /^(read|write)-(read|write)$/;

/** `write ↔ read`, in the order of the places; `lost update`. */
export function kindWords(kind: FindingKind): string {
  return RACE_KIND.test(kind) ? kind.replace('-', ' ↔ ') : kind.replaceAll('-', ' ');
}

/** Said wherever an order is shown that nobody measured. */
export const NOT_TIMED = 'accesses between synchronisations were not timed: this order is a possible one';

/** Said of a run of which only happens-before is known. */
const REDUCED = 'the trace is reduced, and other schedules were not looked at';

/** Names of libraries and files in one sentence. */
const MOST_CODE = 5;

/** Where findings are that are folded for a reason, and where those are that are not. */
const FOLDED: Readonly<Record<FoldReason, { readonly there: string; readonly here: string }>> = {
  foreign: { there: 'in code that was not recorded', here: 'in recorded code' },
  dependencies: { there: 'in installed packages', here: 'in your code' },
};

/** What is said of findings that are wholly in the code of others: a sentence for each reason that there is. */
export function foldedWords(folded: Readonly<Record<FoldReason, Folded>>, write: (name: string) => string = String): string[] {
  return foldReasons.flatMap((reason) => {
    const { count, code } = folded[reason];
    if (count === 0) return [];
    const names = code.slice(0, MOST_CODE).map(write);
    if (code.length > MOST_CODE) names.push(`${code.length - MOST_CODE} more`);
    const [are, them] = count === 1 ? ['is', 'it'] : ['are', 'them'];
    return [`${amount(count, 'finding')} ${are} wholly ${FOLDED[reason].there} (${names.join(', ')}): --${reason} shows ${them}`];
  });
}

/** The same of what a result has left out. */
export function leftFolded(leftOut: LeftOut | null | undefined, write?: (name: string) => string): string[] {
  return leftOut === undefined || leftOut === null ? [] : foldedWords(foldedIn(leftOut), write);
}

/** Reports that an earlier version wrote do not know every reason. */
function foldedIn(leftOut: Partial<LeftOut>): Record<FoldReason, Folded> {
  const { foreign = 0, foreignCode = [], dependencies = 0, packages = [] } = leftOut;
  return { foreign: { count: foreign, code: foreignCode }, dependencies: { count: dependencies, code: packages } };
}

/** "3 races at 7 pairs of places, 2 suppressed", and the size of what was looked at. */
export function summary({ traces, findings, leftOut, detectors, runs }: AnalysisResult): { found: string; size: string } {
  const pairs = findings.reduce((sum, { places }) => sum + places.length, 0);
  const at = pairs === findings.length ? '' : ` at ${amount(pairs, 'pair')} of places`;
  const whole = [...traces, ...(runs ?? [])].every(({ complete }) => complete);
  const sought = kindsOfFindings.filter((type) => detectors.some((detector) => looksFor(detector, type)));
  const kinds = listed(
    sought.map((type) => wordsOf({ type }).one),
    'or',
  );
  // Your code is recorded code.
  const reason = leftOut && foldReasons.findLast((one) => foldedIn(leftOut)[one].count > 0);
  const where = reason === undefined ? '' : ` ${FOLDED[reason].here}`;
  const what = `no ${leftOut !== undefined && leftOut.known > 0 ? 'new ' : ''}${kinds || 'finding'}${where}`;
  const none = whole ? what : `${what} in what was seen, which is not all (partial)`;
  const all = findings.length === 0 ? none : `${counted(findings)}${at}${whole ? '' : ' in what was seen'}`;
  const isOfThisRun = traces.some(({ reduced }) => reduced) && detectors.every(({ claim }) => claim === 'observed');
  const sum = (key: 'events' | 'threads' | 'locks' | 'variables', thing: string) =>
    amount(
      traces.reduce((all, trace) => all + trace[key], 0),
      thing,
    );
  const sizes = [sum('events', 'event'), sum('threads', 'thread'), sum('locks', 'lock'), sum('variables', 'variable')];
  const many = [
    ...(runs === undefined ? [] : [amount(runs.length, 'run')]),
    ...(traces.length === (runs?.length ?? 1) ? [] : [amount(traces.length, 'trace')]),
  ];
  return {
    found: [isOfThisRun ? `${all} in this run (${REDUCED})` : all, ...leftOutWords(leftOut)].join(', '),
    size: [...many, ...sizes].join(', '),
  };
}

/** In a trace without blocks none can be broken. */
function looksFor({ finds, counters }: DetectorReport, type: FindingType): boolean {
  return finds === type && counters['blocks'] !== 0;
}

/** `3 races and 1 deadlock`. */
export function counted(findings: readonly Pick<Finding, 'type'>[]): string {
  const count = (type: FindingType) => findings.filter((finding) => finding.type === type).length;
  const words = kindsOfFindings.flatMap((type) => {
    const { one, many } = wordsOf({ type });
    return count(type) === 0 ? [] : [amount(count(type), one, many)];
  });
  return listed(words);
}

function leftOutWords(leftOut: LeftOut | undefined): string[] {
  if (leftOut === undefined) return [];
  const words: string[] = [];
  if (leftOut.beyond > 0) words.push(`${leftOut.beyond} more not shown`);
  if (leftOut.suppressed > 0) words.push(`${leftOut.suppressed} suppressed`);
  if (leftOut.known > 0) words.push(`${leftOut.known} in the baseline`);
  for (const [reason, { count }] of Object.entries(foldedIn(leftOut)))
    if (count > 0) words.push(`${count} ${FOLDED[reason as FoldReason].there}`);
  if (leftOut.rare > 0) words.push(`${leftOut.rare} below --min-count`);
  return words;
}
