// Runs a task in a process of its own, with limits of memory, time and disk. Memory is that of the whole process as the system counts it: what
// WebAssembly and buffers take is no part of V8's heap. A process that is over its limit is killed, and says nothing any more.

import { type ChildProcess, fork } from 'node:child_process';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Failed, Limits, Task } from './kind.ts';

/** Between two looks at what a process has taken. */
const LOOK_MS = 100;
/** Of what a process says before it dies, for the message. */
const LAST_WORDS = 2000;

/** In the scratch folder. */
export const ANSWER = 'answer';

/** What the process tells when it has failed in an orderly way. */
export interface ToldFailure {
  /** `crash` for what may be otherwise the next time. */
  readonly how: 'input' | 'crash';
  readonly reason: string;
}

/** The path of the answer, or how it failed. */
export async function confined(task: Task, scratch: string, limits: Limits, signal?: AbortSignal): Promise<string | Failed> {
  const child = fork(new URL('./process.js', import.meta.url), {
    cwd: scratch,
    // Nothing of ours: the address of the database may have a password in it.
    env: { PATH: process.env['PATH'], TMPDIR: scratch, FORETRACE_FLEET_SECONDS: String(limits.seconds) },
    execArgv: [`--max-old-space-size=${Math.max(16, Math.floor(limits.bytesOfMemory / 2 ** 20))}`],
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    signal,
    killSignal: 'SIGKILL',
  });
  let said = '';
  child.stderr!.setEncoding('utf8').on('data', (text: string) => {
    said = (said + text).slice(-LAST_WORDS);
  });
  let told: ToldFailure | undefined;
  child.on('message', (message: ToldFailure) => {
    told = message;
  });
  child.on('error', () => {});
  const ended = new Promise<number | null>((resolve) => child.once('close', (status) => resolve(status)));
  child.send(task, () => {});
  const exceeded = await watched(child, ended, scratch, limits);
  const status = await ended;
  signal?.throwIfAborted();
  if (exceeded !== undefined) return { how: 'limit', reason: exceeded };
  if (told !== undefined) return told;
  // What it wrote since the last look.
  if (bytesIn(scratch) > limits.bytesOfDisk) return { how: 'limit', reason: diskWords(limits) };
  if (status === 0) return join(scratch, ANSWER);
  if (/heap out of memory|Array buffer allocation failed/.test(said)) return { how: 'limit', reason: memoryWords(limits) };
  return { how: 'crash', reason: `its process ended with ${status ?? child.signalCode}` };
}

/** Until the process has ended; which limit it was killed for, if it was. */
async function watched(
  child: ChildProcess,
  ended: Promise<unknown>,
  scratch: string,
  limits: Limits,
): Promise<string | undefined> {
  const over = new AbortController();
  void ended.then(() => over.abort());
  const until = performance.now() + limits.seconds * 1000;
  while (!over.signal.aborted) {
    const exceeded =
      performance.now() > until
        ? `it took more than ${limits.seconds} s`
        : residentBytes(child.pid) > limits.bytesOfMemory
          ? memoryWords(limits)
          : bytesIn(scratch) > limits.bytesOfDisk
            ? diskWords(limits)
            : undefined;
    if (exceeded !== undefined) {
      child.kill('SIGKILL');
      return exceeded;
    }
    await sleep(LOOK_MS, undefined, { signal: over.signal }).catch(() => {});
  }
  return undefined;
}

function memoryWords({ bytesOfMemory }: Limits): string {
  return `it took more than ${megabytes(bytesOfMemory)} of memory`;
}

function diskWords({ bytesOfDisk }: Limits): string {
  return `it took more than ${megabytes(bytesOfDisk)} of disk`;
}

function megabytes(bytes: number): string {
  return `${Math.round(bytes / 2 ** 20)} MB`;
}

const PAGE = 4096;

/** 0 where the system does not tell (no Linux): the heap has a limit all the same. */
function residentBytes(pid: number | undefined): number {
  try {
    return Number(readFileSync(`/proc/${pid}/statm`, 'latin1').split(' ')[1]) * PAGE;
  } catch {
    return 0;
  }
}

function bytesIn(folder: string): number {
  let bytes = 0;
  for (const name of readdirSync(folder, { recursive: true }) as string[])
    bytes += statSync(join(folder, name), { throwIfNoEntry: false })?.size ?? 0;
  return bytes;
}
