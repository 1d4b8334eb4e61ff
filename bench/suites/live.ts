// What it costs to watch a server: throughput and latency beside the server as it is and under ThreadSanitizer, and what foretrace takes of memory and
// disk meanwhile. `LIVE_SECONDS=1800 npm run bench -- live` watches it for half an hour.

import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { peakMegabytes } from '../measure.ts';
import { FIXED_ADDRESSES, type NativePrograms, nativeSuite } from '../native-programs.ts';
import { processCost } from '../process-cost.ts';
import { builtForetrace } from '../run-cost.ts';
import type { Context, Table } from '../suite.ts';

const PORT = 17_311;
const THREADS = 4;
const CONNECTIONS = 8;
/** Requests in a second, of all connections together: a load that all three keep up with. */
const RATE = 4_000;

const WATCHED = 'run --live';
/** Those beside it, and the most that it could do, are not measured for longer. */
const SHORT_SECONDS = 60;

interface Answers {
  readonly rate: number;
  readonly p50: number;
  readonly p99: number;
}

async function costs(programs: NativePrograms, context: Context): Promise<Table> {
  const seconds = Number(process.env['LIVE_SECONDS'] ?? (context.quick ? 5 : 60));
  const folder = join(context.root, 'bench/live');
  const load = await programs.built('plain', join(folder, 'load.c'));
  const servers = {
    plain: [await programs.built('plain', join(folder, 'server.c'))],
    ThreadSanitizer: [...FIXED_ADDRESSES, await programs.built('sanitized', join(folder, 'server.c'))],
    [WATCHED]: [
      process.execPath,
      builtForetrace(context.root),
      'run',
      '--live',
      await programs.built('recorded', join(folder, 'server.c')),
    ],
  };
  const rows: Table['rows'][number][] = [];
  const table: Table = {
    title: `A server under load for ${seconds} s, watched`,
    columns: ['server', 'requests/s', 'p50 µs', 'p99 µs', 'most requests/s', 'peak MB', 'peak disk MB', 'result'],
    rows,
    notes: [
      `${THREADS} threads, ${CONNECTIONS} connections, ${RATE} requests a second for latency, as many as go for the most; bench/live has the server and the load.`,
      'Peak MB is of foretrace alone, peak disk of its temporary folder, logs and all, looked at every 100 ms.',
    ],
  };
  for (const [name, words] of Object.entries(servers)) {
    // The longer one with a rate, as a server has it; the other one tells how much it could do.
    const long = name === WATCHED ? seconds : Math.min(seconds, SHORT_SECONDS);
    const paced = await served(words, [load, `${PORT}`, `${long}`, `${CONNECTIONS}`, `${RATE}`], context, seconds);
    const most = await served(
      words,
      [load, `${PORT}`, `${Math.min(seconds, SHORT_SECONDS / 3)}`, `${CONNECTIONS}`],
      context,
      seconds,
    );
    const { rate, p50, p99 } = paced.answers;
    rows.push([name, rate, p50, p99, most.answers.rate, paced.memory, paced.disk, paced.verdict]);
    context.keep(table);
  }
  return table;
}

interface Served {
  readonly answers: Answers;
  readonly memory: number | null;
  readonly disk: number | null;
  readonly verdict: string;
}

async function served(server: readonly string[], load: readonly string[], context: Context, seconds: number): Promise<Served> {
  const temporary = mkdtempSync(join(context.scratch, 'live-'));
  const child = spawn(server[0]!, [...server.slice(1), `${PORT}`, `${THREADS}`], {
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
  let disk = 0;
  const watch = setInterval(() => {
    memory = Math.max(memory, peakMegabytes(child.pid!) ?? 0);
    disk = Math.max(disk, megabytesIn(temporary));
  }, 100);
  const { output: answers, status } = await processCost(load, { cwd: temporary, patience: seconds + 120 });
  clearInterval(watch);
  await ended(child);
  if (status !== 0) throw new Error(`the load failed: ${answers}`);
  return {
    answers: JSON.parse(answers) as Answers,
    memory: isWatched ? memory : null,
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

export const live = nativeSuite('live', 'what it costs to watch a server with run --live', costs);
