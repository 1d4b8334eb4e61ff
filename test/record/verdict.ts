// The verdict of a labelled program is in its name. `ok` has no finding; `race` has one, and no deadlock; `predicted` has a race, and none by
// happens-before; `deadlock` hangs, as a whole or in part, and has no race; `may-deadlock` does not hang in this run, and another schedule would: it is judged
// once there is a detector that predicts deadlocks.

import { detectors } from '../../src/detectors/index.ts';
import type { Judged } from './judge.ts';

export const VERDICT = /\.(ok|race|predicted|deadlock|may-deadlock)\.(?:c|cpp|rs|java|[mc]?[jt]s)$/;
export type Verdict = 'ok' | 'race' | 'predicted' | 'deadlock' | 'may-deadlock';

/** What the recorder says when it ends a program that hangs. */
const ENDED = 'foretrace: deadlock:';

const predictsDeadlocks = detectors.some(({ finds, claim }) => finds === 'deadlock' && claim === 'predicted');

/** A line per race. */
export function racesIn({ findings }: Judged): string[] {
  return findings.map(({ claim, variable, first, second }) => `${claim} ${variable} ${first?.location} ${second.location}`);
}

export function verdictIn(name: string): Verdict {
  return VERDICT.exec(name)![1] as Verdict;
}

/** What is wrong with the judgement by the name of the program, in words; undefined if nothing is. */
export function fault(verdict: Verdict, judged: Judged): string | undefined {
  const races = racesIn(judged);
  const { deadlocks, status, output } = judged;
  const isEnded = verdict === 'deadlock' && output.includes(ENDED);
  const said = [...races, ...deadlocks].join('\n');
  if (status !== 0 && !isEnded) return `the status is ${status}: ${output}`;
  const isRace = verdict === 'race' || verdict === 'predicted';
  const isDeadlock = verdict === 'deadlock' || (verdict === 'may-deadlock' && predictsDeadlocks);
  if (races.length > 0 !== isRace) return `races: ${said}`;
  if (deadlocks.length > 0 !== isDeadlock) return `deadlocks: ${said}`;
  if (verdict === 'predicted' && races.some((words) => words.startsWith('observed'))) return `observed: ${said}`;
  if (verdict === 'deadlock' && !deadlocks.some((words) => words.startsWith('observed'))) return `only predicted: ${said}`;
  return undefined;
}
