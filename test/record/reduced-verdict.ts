// A labelled program recorded with --reduce has the verdict of happens-before: none where there is no race, and the race where a run without has shown it.

import { expect } from 'vitest';
import { reductionMethods } from '../../src/reduce/index.ts';
import type { Judged } from './judge.ts';
import { racesIn, type Verdict } from './verdict.ts';

/** A schedule may hide a race. */
const MOST_RUNS = 6;

const observed = (judged: Judged): string[] => racesIn(judged).filter((words) => words.startsWith('observed'));

/** `judge` runs the program once. */
export async function expectSameReduced(verdict: Verdict, judge: (reduce?: string) => Promise<Judged>): Promise<void> {
  const isRace = verdict === 'race' && (await shown(() => judge()));
  for (const method of reductionMethods) {
    if (isRace) expect(await shown(() => judge(method)), `${method}: the race`).toBe(true);
    else if (verdict !== 'race') expect(observed(await judge(method)), method).toEqual([]);
  }
}

async function shown(judge: () => Promise<Judged>): Promise<boolean> {
  for (let i = 0; i < MOST_RUNS; i++) if (observed(await judge()).length > 0) return true;
  return false;
}
