// What a person needs to follow a witness, as data: the steps to show, which of them moved, which critical sections change places,
// what does not run at all, and sentences that say why this is a run that the program could have had.

import { quote } from '../base/quote.ts';
import { type Columns, columnsOf } from '../trace/columns.ts';
import { ACCESS_KINDS, isWrite, NO_ACCESS, operation } from '../trace/operation.ts';
import { table } from '../trace/symbols.ts';
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
  readonly first: number;
  readonly second: number;
  /** Threads of the shown steps, in order of appearance: the columns of the table. */
  readonly threads: readonly number[];
  /** The last steps of the schedule; `hidden` steps come before them. */
  readonly steps: readonly WalkStep[];
  readonly hidden: number;
  /** The shown steps and the events of the same threads that do not run, in the order of the trace. */
  readonly original: readonly (WalkStep | { readonly position: number; readonly thread: number; readonly text: string })[];
  readonly reversals: readonly Reversal[];
  /** Locks that the two threads hold at the race. */
  readonly firstHolds: readonly HeldSection[];
  readonly secondHolds: readonly HeldSection[];
  /** In plain words, names quoted and escaped. */
  readonly sentences: readonly string[];
}

export interface WalkThroughOptions {
  /** How many steps are shown at most. */
  readonly rows?: number;
}

const ROWS = 60;
/** How many steps are shown before the first one that differs from the trace. */
const BEFORE = 8;
/** How many changes of critical sections are put into words. */
const TOLD = 4;

/** Explains a witness that the checker accepted. */
export function walkThrough(trace: Trace, witness: ArrayLike<number>, { rows = ROWS }: WalkThroughOptions = {}): WalkThrough {
  const columns = columnsOf(trace);
  const { length } = witness;
  const [first, second] = [witness[length - 2]!, witness[length - 1]!].sort((a, b) => a - b) as [number, number];
  const moved = movedSteps(witness);
  const from = Math.max(firstChange(witness) - BEFORE, length - rows, 0);
  const steps: WalkStep[] = [];
  for (let step = from; step < length; step++) {
    const position = witness[step]!;
    const racing = step >= length - 2;
    steps.push({
      step,
      ...event(trace, columns, position),
      location: columns.locations[position]!,
      racing,
      moved: moved[step] === 1,
    });
  }
  const { reversals, held } = replaySections(columns, witness);
  const firstHolds = held.filter(({ thread }) => thread === columns.threads[first]);
  const secondHolds = held.filter(({ thread }) => thread === columns.threads[second]);
  const told = { trace, columns, witness, first, second, reversals, firstHolds, secondHolds };
  return {
    first,
    second,
    threads: [...new Set(steps.map(({ thread }) => thread))],
    steps,
    hidden: from,
    original: inTraceOrder(trace, columns, steps, witness),
    reversals,
    firstHolds,
    secondHolds,
    sentences: sentences(told),
  };
}

/** The first step that is not the event of the trace at its place, or the race. */
function firstChange(witness: ArrayLike<number>): number {
  let step = 0;
  while (step < witness.length - 2 && witness[step] === step) step++;
  return step;
}

function event(trace: Trace, { ops, threads, targets }: Columns, position: number) {
  const { short, target } = operation(ops[position]!);
  const text = `${short}(${table(trace.symbols, target).name(targets[position]!)})`;
  return { position, thread: threads[position]!, text };
}

function inTraceOrder(trace: Trace, columns: Columns, steps: readonly WalkStep[], witness: ArrayLike<number>) {
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
    else if (threads.has(columns.threads[e]!) && !hidden.has(e)) rows.push(event(trace, columns, e));
  }
  return rows;
}

interface Told {
  readonly trace: Trace;
  readonly columns: Columns;
  readonly witness: ArrayLike<number>;
  readonly first: number;
  readonly second: number;
  readonly reversals: readonly Reversal[];
  readonly firstHolds: readonly HeldSection[];
  readonly secondHolds: readonly HeldSection[];
}

function sentences(told: Told): string[] {
  const { trace, columns, witness, first, second, reversals } = told;
  const { threads, locks, variables } = trace.symbols;
  const thread = (t: number) => quote(threads.name(t));
  const access = (e: number) => `the ${operation(columns.ops[e]!).name} by ${thread(columns.threads[e]!)} (event ${e})`;
  const all = [
    `At the end ${access(first)} and ${access(second)} of ${quote(variables.name(columns.targets[first]!))} come side by side, and nothing orders them.`,
    holding(told, thread),
  ];
  for (const { lock, now, before } of reversals.slice(0, TOLD))
    all.push(
      `The critical section of ${thread(columns.threads[now]!)} on ${quote(locks.name(lock))} that begins with event ${now} now goes first, before that of ${thread(columns.threads[before]!)} that begins with event ${before}; in the trace it was the other way round.`,
    );
  if (reversals.length > TOLD) all.push(`${reversals.length - TOLD} more pairs of critical sections change places.`);
  if (reversals.length === 0) all.push('No two critical sections of a lock change places.');
  const left = second + 1 - countBefore(witness, second);
  if (left > 0)
    all.push(
      `${left} earlier ${left === 1 ? 'event of the trace does' : 'events of the trace do'} not run: the two accesses need nothing of that.`,
    );
  all.push(reading(told));
  return all;
}

function holding({ trace, columns, first, second, firstHolds, secondHolds }: Told, thread: (t: number) => string): string {
  const names = (held: readonly HeldSection[]) =>
    held.map(({ lock }) => quote(trace.symbols.locks.name(lock))).join(' and ') || 'no lock';
  const [a, b] = [thread(columns.threads[first]!), thread(columns.threads[second]!)];
  return `${a} holds ${names(firstHolds)} there, ${b} holds ${names(secondHolds)}.`;
}

function countBefore(witness: ArrayLike<number>, position: number): number {
  let count = 0;
  for (let step = 0; step < witness.length; step++) if (witness[step]! <= position) count++;
  return count;
}

/** Why each thread does again what it did. */
function reading({ columns, witness, first, second }: Told): string {
  let reads = 0;
  for (let step = 0; step < witness.length - 2; step++) {
    const op = columns.ops[witness[step]!]!;
    if (ACCESS_KINDS[op] !== NO_ACCESS && !isWrite(op)) reads++;
  }
  const racing = [first, second].some((e) => !isWrite(columns.ops[e]!));
  const free = racing ? ' Only the racing read may see another value than it saw.' : '';
  if (reads === 0) return `Nothing is read before the race, so each thread does what it did.${free}`;
  const each = reads === 1 ? 'The one read before the race sees' : `Each of the ${reads} reads before the race sees`;
  return `${each} the same write as in the trace, so each thread does what it did up to its access.${free}`;
}
