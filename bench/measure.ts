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
  /** Whether it was ended at the limit. */
  readonly late: boolean;
}

/** Runs a shell command to its end, output thrown away; the best of `repeats`. After `limit` seconds it is ended. */
export async function runCommand(command: string, repeats = 1, limit = Number.POSITIVE_INFINITY): Promise<CommandRun> {
  let least = await once(command, limit);
  for (let i = 1; i < repeats && !least.late; i++) {
    const run = await once(command, limit);
    if (run.seconds < least.seconds) least = run;
  }
  return least;
}

function once(command: string, limit: number): Promise<CommandRun> {
  return new Promise((resolve, reject) => {
    const begin = process.hrtime.bigint();
    const child = spawn('bash', ['-c', `exec ${command}`], { stdio: 'ignore' });
    let megabytes: number | null = null;
    let late = false;
    const end = () => {
      late = true;
      child.kill('SIGKILL');
    };
    const timer = Number.isFinite(limit) ? setTimeout(end, limit * 1000) : undefined;
    // The kernel keeps the peak: the last look before the end misses little of it.
    const watch = setInterval(() => {
      megabytes = peakMegabytes(child.pid) ?? megabytes;
    }, 10);
    child.on('error', reject);
    child.on('exit', (status) => {
      clearInterval(watch);
      clearTimeout(timer);
      resolve({ seconds: Number(process.hrtime.bigint() - begin) / 1e9, status, megabytes, late });
    });
  });
}

/** Peak resident memory so far; undefined if the process is gone or the system does not tell it. */
export function peakMegabytes(pid: number | undefined): number | undefined {
  try {
    const kilobytes = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    return kilobytes === undefined ? undefined : Number(kilobytes) / 1024;
  } catch {
    return undefined;
  }
}
