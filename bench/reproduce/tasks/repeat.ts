// How often a measurement is repeated: often where it is short, at least three times where that is bearable, once where it is not.

import { cpuSeconds } from '../../cpu-time.ts';
import { median } from '../statistics.ts';

export interface Repeats {
  /** No more than so many. */
  readonly runs: number;
  /** After this much time three runs are enough, after four times as much one is. */
  readonly seconds: number;
}

export interface Timed {
  /** The median of the later half of the runs, in processor time: in the first ones code is still being compiled. */
  readonly seconds: number;
  readonly runs: number;
}

export function timed(repeats: Repeats, work: () => void): Timed {
  return timedByTurns(repeats, [work])[0]!;
}

/** One after the other, round after round: what else the machine does then meets all of them alike. */
export function timedByTurns({ runs, seconds }: Repeats, works: readonly (() => void)[]): Timed[] {
  const times: number[][] = works.map(() => []);
  let spent = 0;
  for (let round = 0; round < runs && !enough(round, spent / works.length, seconds); round++)
    for (const [i, work] of works.entries()) {
      const took = cpuSeconds(work);
      spent += took;
      times[i]!.push(took);
    }
  return times.map((own) => ({ seconds: median(own.slice(own.length >> 1)), runs: own.length }));
}

function enough(done: number, spent: number, seconds: number): boolean {
  return (done >= 3 && spent > seconds) || (done >= 1 && spent > 4 * seconds);
}
