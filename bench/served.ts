// A server under load, as it is or watched by `foretrace run --live`: how fast it answers, and what foretrace takes of memory and disk meanwhile.

import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { peakMegabytes } from './measure.ts';
import { descendants, processCost } from './process-cost.ts';
import type { Context } from './suite.ts';

/** Requests in a second, and how long they took, in microseconds. */
interface Answers {
  readonly rate: number;
  readonly p50: number;
  readonly p99: number;
}

export interface Served {
  readonly answers: Answers;
  /** Megabytes: the peak of foretrace, and that of the server itself. */
  readonly memory: number | null;
  readonly serverMemory: number;
  readonly disk: number | null;
  readonly verdict: string;
}

/** Starts the server, lets the load run to its end, which prints its answers, and ends the server. `seconds`: how long the load runs. */
export async function served(
  server: readonly string[],
  load: readonly string[],
  context: Context,
  seconds: number,
): Promise<Served> {
  const temporary = mkdtempSync(join(context.scratch, 'live-'));
  const child = spawn(server[0]!, server.slice(1), {
    env: { ...process.env, TMPDIR: temporary },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (piece: string) => {
    output += piece;
  });
  child.stderr.resume();
  const isWatched = server.includes('--live');
  let memory = 0;
  let serverMemory = 0;
  let disk = 0;
  const watch = setInterval(() => {
    memory = Math.max(memory, peakMegabytes(child.pid!) ?? 0);
    for (const pid of isWatched ? descendants(child.pid!) : [child.pid!])
      serverMemory = Math.max(serverMemory, peakMegabytes(pid) ?? 0);
    disk = Math.max(disk, megabytesIn(temporary));
  }, 100);
  const { output: answers, status } = await processCost(load, { cwd: temporary, patience: seconds + 120 });
  clearInterval(watch);
  await ended(child);
  if (status !== 0) throw new Error(`the load failed: ${answers}`);
  return {
    answers: JSON.parse(answers) as Answers,
    memory: isWatched ? memory : null,
    serverMemory,
    disk: isWatched ? disk : null,
    verdict: isWatched ? (output.trim().split('\n').at(-1)!.split(' · ')[0] ?? '') : '',
  };
}

async function ended(child: ChildProcess): Promise<void> {
  const exit = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  await exit;
}

/** What the files take of the disk: logs have holes. */
function megabytesIn(folder: string): number {
  try {
    return readdirSync(folder, { recursive: true, encoding: 'utf8' }).reduce((sum, name) => {
      const status = statSync(join(folder, name), { throwIfNoEntry: false });
      return sum + (status?.isFile() ? (status.blocks * 512) / 1e6 : 0);
    }, 0);
  } catch {
    // A folder went while it was listed.
    return 0;
  }
}
