// How a time is taken: of warm code, repeatedly, in processor time. Code that has just started is interpreted and compiled at the side, which
// makes the first runs up to ten times as long as the later ones; those are run and not counted.

import { cpuSeconds } from '../../cpu-time.ts';
import { mean, median } from '../statistics.ts';

export interface Repeats {
  /** No more than so many are timed. */
  readonly runs: number;
  /** Code is warm after this much time at the earliest, and so much is timed: three runs if they take four times as much at most, else one. */
  readonly seconds: number;
  /** So many runs are timed at least, however long they take: for statistics. */
  readonly least?: number;
}

export interface Timed {
  /** The median of the timed runs. */
  readonly seconds: number;
  readonly runs: number;
  /** The timed runs one by one, in seconds. */
  readonly samples: readonly number[];
}

/** Seconds that the work took. */
export type Clock = (work: () => void) => number;

/** A run that takes so many times `Repeats.seconds` is the only one: warming up is a small part of it. */
const ONCE = 25;
/** However few runs that were, or however much faster the latest was: the code is warm after so many times `Repeats.seconds`. */
const WARM = 5;
/** Functions that a run calls once are compiled after some runs: so many at least, unless that takes too long. */
const RUNS = 6;
/** A run that is not faster than the one before by more than this is as fast as it gets. */
const STEADY = 0.9;
/** What is shorter than this is run several times for one time: clocks count microseconds. */
const TICKS = 0.001;

/** `spent`: seconds that the same code has run already. */
export function timed(repeats: Repeats, work: () => void, clock: Clock = cpuSeconds, spent = 0): Timed {
  return timedByTurns(repeats, [work], clock, spent)[0]!;
}

/** One after the other, round after round: what else the machine does then meets all of them alike. */
export function timedByTurns(repeats: Repeats, works: readonly (() => void)[], clock: Clock = cpuSeconds, spent = 0): Timed[] {
  const warm = works.map((work) => warmed(repeats.seconds, work, clock, spent));
  const rounds = roundsOf(repeats, mean(warm.map(({ latest, batch }) => latest * batch)));
  const times: number[][] = works.map(() => []);
  for (let round = 0; round < rounds; round++)
    for (const [i, work] of works.entries()) {
      const { batch, isOnly } = warm[i]!;
      if (!isOnly) times[i]!.push(clock(() => again(batch, work)) / batch);
    }
  return times.map((own, i) => {
    const samples = own.length === 0 ? [warm[i]!.latest] : own;
    return { seconds: median(samples), runs: samples.length, samples };
  });
}

function roundsOf({ runs, seconds, least }: Repeats, each: number): number {
  return Math.min(runs, Math.max(least ?? (3 * each <= 4 * seconds ? 3 : 1), Math.floor(seconds / each)));
}

interface Warm {
  /** Seconds of the latest run. */
  readonly latest: number;
  /** Runs that are timed as one. */
  readonly batch: number;
  /** Whether the first run was so long that it is the measurement. */
  readonly isOnly: boolean;
}

function warmed(seconds: number, work: () => void, clock: Clock, before: number): Warm {
  let batch = 1;
  let latest = clock(work);
  let spent = before + latest;
  let isSteady = false;
  if (latest > ONCE * seconds) return { latest, batch, isOnly: true };
  for (let runs = 1; spent < WARM * seconds && !(isSteady && runs >= RUNS && spent >= seconds); runs += batch) {
    const took = clock(() => again(batch, work));
    spent += took;
    isSteady = took / batch >= STEADY * latest;
    latest = took / batch;
    if (took < TICKS) batch *= 2;
  }
  return { latest, batch, isOnly: false };
}

function again(count: number, work: () => void): void {
  for (let i = 0; i < count; i++) work();
}
