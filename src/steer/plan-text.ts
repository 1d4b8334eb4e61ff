// A plan as the text that gates read. What is wrong in one is said with its line: recipes come from elsewhere, too.

import { InputError } from '../base/error.ts';
import { quote } from '../base/quote.ts';
import {
  ANYBODY,
  Cut,
  LARGEST,
  orders,
  type Plan,
  type Step,
  stepKinds,
  type Target,
  targetKinds,
  usualPlan,
  type Way,
} from './plan.ts';
import { parseSchedule, scheduleText } from './schedule.ts';
import { linesOf, read, written } from './words.ts';

const HEAD = 'foretrace plan 1';

export function planText({ seed, hold, patience, order, stops, targets, cuts, ways, steps, schedule }: Plan): string {
  const sitesText = (sites: readonly string[]): string => sites.map(written).join(' ');
  const lines = [
    HEAD,
    `seed ${seed}`,
    `hold ${hold}`,
    `patience ${patience}`,
    `order ${order}`,
    ...(stops ? ['stops'] : []),
    ...(schedule === undefined ? [] : [`schedule ${scheduleText(schedule)}`]),
    ...(cuts ? ['cuts'] : []),
    ...targets.map(({ kind, thread, sites }) => `target ${kind} ${thread} ${sitesText(sites)}`),
    ...ways.map(({ target, sites }) => `way ${target} ${sitesText(sites)}`),
    ...steps.map(({ kind, thread, sites }) => `step ${kind} ${thread} ${sitesText(sites)}`),
  ];
  return `${lines.join('\n')}\n`;
}

type Draft = { -readonly [Key in keyof Plan]: Plan[Key] } & { targets: Target[]; ways: Way[]; steps: Step[] };

/** `file` names it in what is said of mistakes. */
export function parsePlan(text: string, file: string): Plan {
  const wrong = (line: number, what: string): InputError =>
    new InputError('BAD_PLAN', { file, line }, what, 'a recipe is a file that foretrace confirm has written');
  if (text.length > LARGEST.bytes) throw wrong(1, `it is longer than ${LARGEST.bytes} bytes`);
  const [head, ...lines] = linesOf(text);
  if (head?.words.join(' ') !== HEAD) throw wrong(head?.line ?? 1, `a plan begins with ${quote(HEAD)}`);
  const plan: Draft = { ...usualPlan, targets: [], ways: [], steps: [] };
  for (const { line, words } of lines) {
    const problem = take(plan, words[0]!, words.slice(1));
    if (problem !== undefined) throw wrong(line, problem);
  }
  const problem = whole(plan);
  if (problem !== undefined) throw wrong(head.line, problem);
  return plan;
}

function whole({ targets, cuts, ways }: Plan): string | undefined {
  if (targets.length === 1) return 'one thread alone cannot be held for another: a plan has no target, or two or more';
  if (!cuts) return ways.length > 0 ? 'only a plan that cuts a block has ways' : undefined;
  if (targets.length !== CUT_TARGETS || targets.some(({ kind }) => kind === 'acquire'))
    return `a plan that cuts a block has ${CUT_TARGETS} accesses as targets`;
  return new Set(ways.map(({ target }) => target)).size < ways.length ? 'there are two ways to one target' : undefined;
}

const CUT_TARGETS = Object.keys(Cut).length;

/** What is wrong, if anything. */
function take(plan: Draft, key: string, words: readonly string[]): string | undefined {
  switch (key) {
    case 'seed':
      return number(words, 0xffff_ffff, (value) => (plan.seed = value));
    case 'hold':
      return number(words, LARGEST.time, (value) => (plan.hold = value));
    case 'patience':
      return number(words, LARGEST.time, (value) => (plan.patience = value));
    case 'order':
      return oneOf(orders, words[0], (value) => (plan.order = value)) ?? tooMany(words, 1);
    case 'stops':
      plan.stops = true;
      return tooMany(words, 0);
    case 'schedule':
      plan.schedule = parseSchedule(words[0] ?? '');
      return plan.schedule === undefined ? `${quote(words[0] ?? '')} is no schedule` : tooMany(words, 1);
    case 'cuts':
      plan.cuts = true;
      return tooMany(words, 0);
    case 'way':
      return takeWay(plan.ways, words);
    case 'target':
      return takeTarget(plan.targets, words);
    case 'step':
      return takeStep(plan.steps, words);
    default:
      return `${quote(key)} is nothing that a plan has`;
  }
}

function number(words: readonly string[], most: number, set: (value: number) => void): string | undefined {
  const value = numberOf(words[0] ?? '', most);
  if (value === undefined) return `expected a number up to ${most}, got ${quote(words[0] ?? '')}`;
  set(value);
  return tooMany(words, 1);
}

function numberOf(word: string, most: number): number | undefined {
  return /^\d{1,10}$/.test(word) && Number(word) <= most ? Number(word) : undefined;
}

function tooMany(words: readonly string[], most: number): string | undefined {
  return words.length > most ? `${quote(words[most]!)} is too much here` : undefined;
}

function oneOf<Word extends string>(
  known: readonly Word[],
  word: string | undefined,
  set: (word: Word) => void,
): string | undefined {
  const found = known.find((one) => one === word);
  if (found === undefined) return `expected one of ${known.join(', ')}, got ${quote(word ?? '')}`;
  set(found);
  return undefined;
}

function takeTarget(targets: Target[], [kindWord, thread, ...siteWords]: readonly string[]): string | undefined {
  let kind: Target['kind'] = 'access';
  const problem = oneOf(targetKinds, kindWord, (known) => (kind = known)) ?? threadProblem(thread, true);
  if (problem !== undefined) return problem;
  const sites = sitesOf(siteWords);
  if (typeof sites === 'string') return sites;
  if (targets.length === LARGEST.targets) return `more than ${LARGEST.targets} targets`;
  targets.push({ kind, thread: thread!, sites });
  return undefined;
}

function takeWay(ways: Way[], [targetWord, ...siteWords]: readonly string[]): string | undefined {
  const target = [Cut.between, Cut.after].find((known) => String(known) === targetWord);
  if (target === undefined) return `expected ${Cut.between} or ${Cut.after}, got ${quote(targetWord ?? '')}`;
  const sites = sitesOf(siteWords);
  if (typeof sites === 'string') return sites;
  ways.push({ target, sites });
  return undefined;
}

function takeStep(steps: Step[], [kindWord, thread, ...siteWords]: readonly string[]): string | undefined {
  let kind: Step['kind'] = 'acquire';
  const problem = oneOf(stepKinds, kindWord, (known) => (kind = known)) ?? threadProblem(thread, false);
  if (problem !== undefined) return problem;
  const sites = sitesOf(siteWords);
  if (typeof sites === 'string') return sites;
  if (steps.length === LARGEST.steps) return `more than ${LARGEST.steps} steps`;
  steps.push({ kind, thread: thread!, sites });
  return undefined;
}

const LONGEST_PATH = 64;

function threadProblem(thread: string | undefined, orAnybody: boolean): string | undefined {
  if (thread === ANYBODY && orAnybody) return undefined;
  const isPath = /^\d{1,9}(?:\.\d{1,9})*$/.test(thread ?? '') && thread!.length < LONGEST_PATH;
  return isPath ? undefined : `expected a thread, as 0.1, got ${quote(thread ?? '')}`;
}

/** Or what is wrong with them. */
function sitesOf(words: readonly string[]): string[] | string {
  if (words.length === 0 || words.length > LARGEST.sites) return `expected 1 to ${LARGEST.sites} sites`;
  const sites = words.map((word) => (word.length > LARGEST.word ? undefined : read(word)));
  return sites.includes(undefined) ? 'a site is no word' : (sites as string[]);
}
