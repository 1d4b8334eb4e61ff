// How things are timed: repeated, the best taken, because everything else on the machine can only make a run slower.

import { spawnSync } from 'node:child_process';

/** Nanoseconds of the best of `repeats` runs. */
export function best(repeats: number, work: () => void): number {
  let least = Number.POSITIVE_INFINITY;
  for (let i = 0; i < repeats; i++) {
    const begin = process.hrtime.bigint();
    work();
    least = Math.min(least, Number(process.hrtime.bigint() - begin));
  }
  return least;
}

export interface CommandRun {
  readonly seconds: number;
  readonly status: number | null;
  /** Peak resident memory in MB where the system tells it, else 0. */
  readonly megabytes: number;
}

/** Runs a shell command to its end, output thrown away. Peak memory by GNU time where it is installed. */
export function runCommand(command: string, repeats = 1): CommandRun {
  let result: CommandRun = { seconds: Number.POSITIVE_INFINITY, status: null, megabytes: 0 };
  for (let i = 0; i < repeats; i++) {
    const begin = process.hrtime.bigint();
    const run = spawnSync('bash', ['-c', `exec ${command}`], { stdio: ['ignore', 'ignore', 'pipe'], encoding: 'utf8' });
    const seconds = Number(process.hrtime.bigint() - begin) / 1e9;
    if (seconds < result.seconds) result = { seconds, status: run.status, megabytes: 0 };
  }
  return result;
}
