// What a command costs, all that it starts included: processor seconds, which hardly depend on what else runs on the machine, and the
// peak memory of its largest process.

import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { peakMegabytes } from './measure.ts';

export interface Process {
  readonly words: readonly string[];
  readonly megabytes: number;
}

export interface ProcessCost {
  /** User and system, of the command and of everything that was waited for. */
  readonly seconds: number;
  /** The process with the highest peak of resident memory; undefined where the system does not tell it. */
  readonly largest: Process | undefined;
  /** As a shell tells it: 128 and more is a signal. */
  readonly status: number | null;
  /** Standard output, and standard error if it has no file, up to what a program prints that ends. */
  readonly output: string;
}

export interface Circumstances {
  readonly cwd: string;
  readonly env?: NodeJS.ProcessEnv;
  /** Seconds until the command and all that it started are ended: a net for what hangs. */
  readonly patience: number;
  /** Megabytes of the largest process, at which all of them are ended as well. */
  readonly megabytes?: number;
  /** A file for standard error, which is part of the output if none is given. */
  readonly errors?: string;
}

/** Characters: whoever prints in a loop without end takes no memory without end. */
const MOST_OUTPUT = 2 ** 26;

/** Runs a command to its end. Node.js does not tell the processor time of a child; bash does, on a stream that the command does not get. */
export function processCost(
  words: readonly string[],
  { cwd, env, patience, megabytes: most, errors }: Circumstances,
): Promise<ProcessCost> {
  return new Promise((resolve, reject) => {
    const script = `TIMEFORMAT='%U %S'; time "$@" ${errors === undefined ? '2>&1' : '2>"$0"'}`;
    const child = spawn('bash', ['-c', script, errors ?? 'bash', ...words], {
      cwd,
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    });
    const text = { output: '', times: '' };
    child.stdout.setEncoding('utf8').on('data', (piece: string) => {
      if (text.output.length < MOST_OUTPUT) text.output += piece;
    });
    child.stderr.setEncoding('utf8').on('data', (piece: string) => {
      text.times += piece;
    });
    let largest: Process | undefined;
    // The kernel keeps the peak of each process: the last look before its end misses little of it.
    const end = () => process.kill(-child.pid!, 'SIGKILL');
    const watch = setInterval(() => {
      largest = larger(largest, descendants(child.pid!));
      if (most !== undefined && (largest?.megabytes ?? 0) > most) end();
    }, 10);
    const timer = setTimeout(end, patience * 1e3);
    const rest = () => {
      clearInterval(watch);
      clearTimeout(timer);
    };
    child.on('error', (error) => {
      rest();
      reject(error);
    });
    child.on('close', (status) => {
      rest();
      const seconds = text.times.trim().split(/\s+/).slice(-2).map(Number);
      resolve({ seconds: seconds[0]! + seconds[1]!, largest, status, output: text.output });
    });
  });
}

function larger(largest: Process | undefined, pids: readonly number[]): Process | undefined {
  let most = largest;
  for (const pid of pids) {
    const megabytes = peakMegabytes(pid);
    if (megabytes === undefined || megabytes <= (most?.megabytes ?? 0)) continue;
    most = { megabytes, words: text(`/proc/${pid}/cmdline`).split('\0').slice(0, -1) };
  }
  return most;
}

/** All processes below this one. Each thread has the list of those that it started. */
export function descendants(pid: number): number[] {
  const children = threads(pid).flatMap((tid) =>
    text(`/proc/${pid}/task/${tid}/children`)
      .split(' ')
      .filter((word) => word !== '')
      .map(Number),
  );
  return [...children, ...children.flatMap(descendants)];
}

function threads(pid: number): string[] {
  try {
    return readdirSync(`/proc/${pid}/task`);
  } catch {
    return [];
  }
}

/** Empty if the process is gone. */
function text(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
