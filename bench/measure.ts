// How things are timed: repeated, the best taken, because everything else on the machine can only make a run slower.

import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';

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
  /** Peak resident memory; null where the system does not tell it. */
  readonly megabytes: number | null;
}

/** Runs a shell command to its end, output thrown away; the best of `repeats`. */
export async function runCommand(command: string, repeats = 1): Promise<CommandRun> {
  let least = await once(command);
  for (let i = 1; i < repeats; i++) {
    const run = await once(command);
    if (run.seconds < least.seconds) least = run;
  }
  return least;
}

function once(command: string): Promise<CommandRun> {
  return new Promise((resolve, reject) => {
    const begin = process.hrtime.bigint();
    const child = spawn('bash', ['-c', `exec ${command}`], { stdio: 'ignore' });
    let megabytes: number | null = null;
    // The kernel keeps the peak: the last look before the end misses little of it.
    const watch = setInterval(() => {
      megabytes = peak(child.pid) ?? megabytes;
    }, 10);
    child.on('error', reject);
    child.on('exit', (status) => {
      clearInterval(watch);
      resolve({ seconds: Number(process.hrtime.bigint() - begin) / 1e9, status, megabytes });
    });
  });
}

function peak(pid: number | undefined): number | undefined {
  try {
    const kilobytes = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    return kilobytes === undefined ? undefined : Number(kilobytes) / 1024;
  } catch {
    return undefined;
  }
}
