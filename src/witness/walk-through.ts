// What a person needs to follow a witness, as data: the steps to show, which of them moved, which critical sections change places,
// what does not run at all, and sentences that say why this is a run that the program could have had.

import { quote } from '../base/quote.ts';
import { type Columns, columnsOf } from '../trace/columns.ts';
import type { Position } from '../trace/id.ts';
import { ACCESS_KINDS, isWrite, NO_ACCESS, operation } from '../trace/operation.ts';
import { type Symbols, table } from '../trace/symbols.ts';
import type { Trace } from '../trace/trace.ts';
import { movedSteps } from './moved.ts';
import { type HeldSection, type Reversal, replaySections } from './replayed-critical-sections.ts';

export interface WalkStep {
  readonly step: number;
  readonly position: number;
  readonly thread: number;
  /** In the papers' notation: `acq(m)`. Not escaped. */
  readonly text: string;
  /** 0 where unknown. */
  readonly location: number;
  readonly racing: boolean;
  readonly moved: boolean;
}

export interface WalkThrough {
  /** What it is about: the two accesses of a race, the events at which threads wait, or the three of a cut; in the order of the trace. */
  readonly goal: readonly number[];
  /** Threads of the shown steps, in order of appearance: the columns of the table. */
  readonly threads: readonly number[];
  /** The last steps of the schedule; `hidden` steps come before them. */
  readonly steps: readonly WalkStep[];
  readonly hidden: number;
  /** The shown steps and the events of the same threads that do not run, in the order of the trace. */
  readonly original: readonly (WalkStep | { readonly position: number; readonly thread: number; readonly text: string })[];
  readonly reversals: readonly Reversal[];
  /** Locks that are held at the end. */
  readonly held: readonly HeldSection[];
  /** In plain words, names quoted and escaped. */
  readonly sentences: readonly string[];
}

export interface WalkThroughOptions {
  /** How many steps are shown at most. */
  readonly rows?: number;
  /** The steps of a deadlock: events that would come next, and wait. Without them the schedule ends with a race. */
  readonly waiting?: readonly number[] | undefined;
  /** Of a cut block: its first access, that of the other, and its last, with which the schedule ends. */
  readonly cut?: readonly number[] | undefined;
  /** What sentences call an event, where the columns are only a part of the trace. */
  readonly numberOf?: (e: number) => Position;
}

/** A trace whose columns somebody has already. */
export interface Walked {
  readonly columns: Columns & { readonly locations: Uint32Array };
  readonly symbols: Symbols;
}

const ROWS = 60;
/** How many steps are shown before the first one that differs from the trace. */
const BEFORE = 8;
/** How many changes of critical sections are put into words. */
const TOLD = 4;

/** Explains a witness that the checker accepted. */
export function walkThrough(trace: Trace, witness: ArrayLike<number>, options: WalkThroughOptions = {}): WalkThrough {
  return walkThroughColumns({ columns: columnsOf(trace), symbols: trace.symbols }, witness, options);
}

/** The same of columns. */
export function walkThroughColumns(
  trace: Walked,
  witness: ArrayLike<number>,
  { rows = ROWS, waiting = [], cut, numberOf = (e) => e }: WalkThroughOptions = {},
): WalkThrough {
  const { columns } = trace;
  const all = waiting.length === 0 ? witness : [...Array.from(witness), ...waiting];
  const { length } = all;
  const racing = waiting.length === 0 ? 2 : waiting.length;
  const atEnd = Array.from({ length: racing }, (_, i) => all[length - racing + i]!);
  const goal = [...(cut ?? atEnd)].sort((a, b) => a - b);
  const moved = movedSteps(all);
  const from = Math.max(firstChange(all, length - racing) - BEFORE, length - Math.max(rows, racing), 0);
  const steps: WalkStep[] = [];
  for (let step = from; step < length; step++) {
    const position = all[step]!;
    steps.push({
      step,
      ...event(trace, position),
      location: columns.locations[position]!,
      racing: goal.includes(position),
      moved: moved[step] === 1,
    });
  }
  const { reversals, held } = replaySections(columns, witness);
  const told = { trace, columns, witness, waiting, cut, goal, reversals, held, numberOf };
  return {
    goal,
    threads: [...new Set(steps.map(({ thread }) => thread))],
    steps,
    hidden: from,
    original: inTraceOrder(trace, steps, all),
    reversals,
    held,
    sentences: sentences(told),
  };
}

/** The first step that is not the event of the trace at its place, or the one at which it is about to end. */
function firstChange(witness: ArrayLike<number>, end: number): number {
  let step = 0;
  while (step < end && witness[step] === step) step++;
  return step;
}

function event({ columns: { ops, threads, targets }, symbols }: Walked, position: number) {
  const { short, target } = operation(ops[position]!);
  const text = `${short}(${table(symbols, target).name(targets[position]!)})`;
  return { position, thread: threads[position]!, text };
}

function inTraceOrder(trace: Walked, steps: readonly WalkStep[], witness: ArrayLike<number>) {
  const { columns } = trace;
  const shown = new Map(steps.map((step) => [step.position, step]));
  const positions = steps.map(({ position }) => position);
  const start = positions.reduce((a, b) => Math.min(a, b), columns.length);
  const end = positions.reduce((a, b) => Math.max(a, b), 0);
  const hidden = new Set<number>();
  for (let step = 0; step < witness.length - steps.length; step++) if (witness[step]! >= start) hidden.add(witness[step]!);
  const threads = new Set(steps.map(({ thread }) => thread));
  const rows: WalkThrough['original'][number][] = [];
  // No more rows than twice what the schedule shows: what does not run may be long.
  for (let e = start; e <= end && rows.length < 2 * steps.length + ROWS; e++) {
    const step = shown.get(e);
    if (step !== undefined) rows.push(step);
    else if (threads.has(columns.threads[e]!) && !hidden.has(e)) rows.push(event(trace, e));
  }
  return rows;
}

interface Told {
  readonly trace: Walked;
  readonly columns: Columns;
  readonly numberOf: (e: number) => Position;
  readonly witness: ArrayLike<number>;
  readonly waiting: readonly number[];
  readonly cut: readonly number[] | undefined;
  readonly goal: readonly number[];
  readonly reversals: readonly Reversal[];
  readonly held: readonly HeldSection[];
}

function sentences(told: Told): string[] {
  const { columns, witness, goal, waiting, cut, reversals, numberOf } = told;
  const { threads, locks } = told.trace.symbols;
  const thread = (t: number) => quote(threads.name(t));
  const all =
    cut !== undefined ? [between(told, cut, thread)] : waiting.length === 0 ? sideBySide(told, thread) : inACircle(told, thread);
  for (const { lock, now, before } of reversals.slice(0, TOLD))
    all.push(
      `The critical section of ${thread(columns.threads[now]!)} on ${quote(locks.name(lock))} that begins with event ${numberOf(now)} now goes first, before that of ${thread(columns.threads[before]!)} that begins with event ${numberOf(before)}; in the trace it was the other way round.`,
    );
  if (reversals.length > TOLD) all.push(`${reversals.length - TOLD} more pairs of critical sections change places.`);
  if (reversals.length === 0) all.push('No two critical sections of a lock change places.');
  const last = goal.at(-1)!;
  const left = last + 1 - countBefore(witness, last) - waiting.length;
  if (left > 0)
    all.push(
      `${left} earlier ${left === 1 ? 'event of the trace does' : 'events of the trace do'} not run: ${cut !== undefined ? 'the three accesses need' : waiting.length === 0 ? 'the two accesses need' : 'those that wait need'} nothing of that.`,
    );
  all.push(cut === undefined ? reading(told) : readingOfCut(told, cut));
  return all;
}

/** How a race ends. */
function sideBySide(told: Told, thread: (t: number) => string): string[] {
  const { trace, columns, goal, numberOf } = told;
  const [first, second] = [goal[0]!, goal[1]!];
  const access = (e: number) => `the ${operation(columns.ops[e]!).name} by ${thread(columns.threads[e]!)} (event ${numberOf(e)})`;
  const variable = quote(trace.symbols.variables.name(columns.targets[first]!));
  const holds = (e: number) => `${thread(columns.threads[e]!)} holds ${heldBy(told, e)}`;
  return [
    `At the end ${access(first)} and ${access(second)} of ${variable} come side by side, and nothing orders them.`,
    `${holds(first)} there, ${holds(second)}.`,
  ];
}

/** How a block is cut. */
function between({ trace, columns, numberOf }: Told, cut: readonly number[], thread: (t: number) => string): string {
  const access = (e: number) => `the ${operation(columns.ops[e]!).name} by ${thread(columns.threads[e]!)} (event ${numberOf(e)})`;
  const [own, other, index] = cut.map(access);
  return `Between ${own} and ${index} of ${quote(trace.symbols.variables.name(columns.targets[cut[0]!]!))}, which are of one block, comes ${other}.`;
}

/** How a deadlock ends. */
function inACircle(told: Told, thread: (t: number) => string): string[] {
  const { trace, columns, waiting, numberOf } = told;
  return waiting.map((e, i) => {
    const next = columns.threads[waiting[(i + 1) % waiting.length]!]!;
    const lock = quote(trace.symbols.locks.name(columns.targets[e]!));
    return `At the end ${thread(columns.threads[e]!)} holds ${heldBy(told, e)} and waits for ${lock} (event ${numberOf(e)}), which ${thread(next)} holds.`;
  });
}

/** The locks that the thread of an event holds at the end. */
function heldBy({ trace, columns, held }: Told, e: number): string {
  const own = held.filter(({ thread }) => thread === columns.threads[e]);
  return own.map(({ lock }) => quote(trace.symbols.locks.name(lock))).join(' and ') || 'no lock';
}

function countBefore(witness: ArrayLike<number>, position: number): number {
  let count = 0;
  for (let step = 0; step < witness.length; step++) if (witness[step]! <= position) count++;
  return count;
}

/** The same of a cut: of its reads, those after which their threads do nothing more may see anything. */
function readingOfCut({ columns, witness, numberOf }: Told, [, other, index]: readonly number[]): string {
  const { ops, threads } = columns;
  const steps = Array.from(witness);
  const isRead = (e: number): boolean => ACCESS_KINDS[ops[e]!] !== NO_ACCESS && !isWrite(ops[e]!);
  const isLast = (e: number): boolean => steps.findLast((later) => threads[later] === threads[e]) === e;
  const free = [other!, index!].filter((e) => isRead(e) && isLast(e));
  const reads = steps.filter(isRead).length - free.length;
  const each =
    reads === 0
      ? `Nothing ${free.length === 0 ? 'is' : 'else is'} read`
      : `All that ${free.length === 0 ? 'is' : 'else is'} read is what was read in the trace`;
  const may =
    free.length === 0 ? '' : ` Only ${free.map((e) => `event ${numberOf(e)}`).join(' and ')} may see another value than it saw.`;
  return `${each}, so each thread does what it did.${may}`;
}

/** Why each thread does again what it did. */
function reading({ columns, witness, waiting, goal }: Told): string {
  const isRace = waiting.length === 0;
  let reads = 0;
  for (let step = 0; step < witness.length - (isRace ? 2 : 0); step++) {
    const op = columns.ops[witness[step]!]!;
    if (ACCESS_KINDS[op] !== NO_ACCESS && !isWrite(op)) reads++;
  }
  const racing = isRace && goal.some((e) => !isWrite(columns.ops[e]!));
  const free = racing ? ' Only the racing read may see another value than it saw.' : '';
  const before = isRace ? 'before the race' : 'before that';
  if (reads === 0) return `Nothing is read ${before}, so each thread does what it did.${free}`;
  const each = reads === 1 ? `The one read ${before} sees` : `Each of the ${reads} reads ${before} sees`;
  return `${each} the same write as in the trace, so each thread does what it did up to ${isRace ? 'its access' : 'where it waits'}.${free}`;
}
