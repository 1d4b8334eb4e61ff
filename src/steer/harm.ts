// Whether it matters in which order two accesses come: runs with the one first, with the other first, and without steering, compared by what can be seen from
// outside. A program that prints the time is no harm: only what is the same in all runs of one kind, and another in all runs of the other, counts.

import { type Behaviour, type Difference, difference } from './comparison.ts';

/** Runs of one kind: what they are called, and what they did. */
export interface RunsAlike {
  readonly name: string;
  /** What they are called behind the others, if that is shorter. */
  readonly second?: string;
  readonly runs: readonly Behaviour[];
}

/**
 * So many runs of a kind must agree before a difference is looked into, and so many before it is told: with two of each, a program that throws a coin
 * does harm once in four times.
 */
export const ENOUGH = 2;
export const SURE = 4;

/** What differs between two kinds of runs: as a sentence, and which they are. */
export interface Harm<Kind extends RunsAlike> {
  readonly text: string;
  readonly between: readonly [Kind, Kind];
}

/** Undefined if nothing differs that can be relied on. */
export function harm<Kind extends RunsAlike>(kinds: readonly Kind[]): Harm<Kind> | undefined {
  for (const [i, one] of kinds.entries())
    for (const other of kinds.slice(i + 1)) {
      if (Math.min(one.runs.length, other.runs.length) < ENOUGH) continue;
      const found = steadyDifference(one, other);
      if (found !== undefined) return { text: sentence(found, one.name, other.second ?? other.name), between: [one, other] };
    }
  return undefined;
}

/** Whether another run of each kind may be worth its time. */
export function maySee(kinds: readonly RunsAlike[]): boolean {
  const first = kinds.flatMap(({ runs }) => runs.slice(0, 1));
  return first.some((run, i) => first.slice(i + 1).some((other) => difference(run, other).length > 0));
}

function steadyDifference(one: RunsAlike, other: RunsAlike): Difference | undefined {
  return difference(one.runs[0]!, other.runs[0]!).find(({ what }) =>
    [one, other].every(({ runs }) => runs.every((run) => difference(runs[0]!, run).every((between) => between.what !== what))),
  );
}

function sentence({ what, texts: [a, b] }: Difference, one: string, other: string): string {
  if (what === 'ending') return `the program ${a} ${one}, and ${b} ${other}`;
  const stream = what === 'stdout' ? 'prints' : 'prints on standard error';
  return `the program ${stream} ${a} ${one}, and ${b} ${other}`;
}
