// What it costs to watch a server: throughput and latency beside the server as it is and under ThreadSanitizer, and what foretrace takes of memory and
// disk meanwhile. `LIVE_SECONDS=1800 npm run bench -- live --minutes 45` watches it for half an hour.

import { join } from 'node:path';
import { FIXED_ADDRESSES, type NativePrograms, nativeSuite } from '../native-programs.ts';
import { builtForetrace } from '../run-cost.ts';
import { served } from '../served.ts';
import type { Context, Table } from '../suite.ts';

const PORT = 17_311;
const THREADS = 4;
const CONNECTIONS = 8;
/** Requests in a second, of all connections together: a load that all three keep up with. */
const RATE = 4_000;

const WATCHED = 'run --live';
/** Those beside it, and the most that it could do, are not measured for longer. */
const SHORT_SECONDS = 60;

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
    columns: ['server', 'requests/s', 'p50 µs', 'p99 µs', 'most requests/s', 'server MB', 'peak MB', 'peak disk MB', 'result'],
    rows,
    notes: [
      `${THREADS} threads, ${CONNECTIONS} connections, ${RATE} requests a second for latency, as many as go for the most; bench/live has the server and the load.`,
      'Peak MB is of foretrace, which is one process, server MB of the server itself; peak disk of the temporary folder of foretrace, logs and all, looked at every 100 ms.',
    ],
  };
  for (const [name, server] of Object.entries(servers)) {
    const words = [...server, `${PORT}`, `${THREADS}`];
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
    rows.push([name, rate, p50, p99, most.answers.rate, paced.serverMemory, paced.memory, paced.disk, paced.verdict]);
    context.keep(table);
  }
  return table;
}

export const live = nativeSuite('live', 'what it costs to watch a server with run --live', costs);
