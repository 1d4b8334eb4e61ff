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

export function timed({ runs, seconds }: Repeats, work: () => void): Timed {
  const times: number[] = [];
  for (let spent = 0; times.length < runs && !enough(times.length, spent, seconds); ) {
    const took = cpuSeconds(work);
    spent += took;
    times.push(took);
  }
  return { seconds: median(times.slice(times.length >> 1)), runs: times.length };
}

function enough(done: number, spent: number, seconds: number): boolean {
  return (done >= 3 && spent > seconds) || (done >= 1 && spent > 4 * seconds);
}
