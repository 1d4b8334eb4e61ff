// How often a measurement is repeated: often where it is short, at least three times where that is bearable, once where it is not.

import { median } from '../statistics.ts';

export interface Repeats {
  /** No more than so many. */
  readonly runs: number;
  /** After this much time three runs are enough, after four times as much one is. */
  readonly seconds: number;
}

export interface Timed {
  /** The median. */
  readonly seconds: number;
  readonly runs: number;
}

/** `work` may return its own seconds, if not all of it is to be measured. */
export function timed({ runs, seconds }: Repeats, work: () => number | undefined): Timed {
  const times: number[] = [];
  for (let spent = 0; times.length < runs && !enough(times.length, spent, seconds); ) {
    const begin = process.hrtime.bigint();
    const own = work();
    const took = Number(process.hrtime.bigint() - begin) / 1e9;
    spent += took;
    times.push(own ?? took);
  }
  return { seconds: median(times), runs: times.length };
}

function enough(done: number, spent: number, seconds: number): boolean {
  return (done >= 3 && spent > seconds) || (done >= 1 && spent > 4 * seconds);
}
