// What it costs to watch a server for Node.js, fastify and piscina, beside the server as it is. `LIVE_SECONDS=1800 npm run bench -- live-node --minutes 45` watches it for
// half an hour. The two packages come from npm's registry into a folder that is removed.

import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { processCost } from '../process-cost.ts';
import { builtForetrace } from '../run-cost.ts';
import { served } from '../served.ts';
import type { Context, Suite, Table } from '../suite.ts';

const PORT = 17_312;
const THREADS = 3;
const CONNECTIONS = 8;
/** Requests in a second, of all connections together: a load that both keep up with. */
const RATE = 200;
const WATCHED = 'run --live';
/** The one beside it, and the most that it could do, are not measured for longer. */
const SHORT_SECONDS = 60;
const PACKAGES = ['fastify@5', 'piscina@4'];
/** Seconds. */
const PATIENCE = 300;

async function costs(folder: string, context: Context): Promise<Table> {
  const seconds = Number(process.env['LIVE_SECONDS'] ?? (context.quick ? 5 : 60));
  const program = [join(folder, 'node-server.mjs'), `${PORT}`, `${THREADS}`];
  const load = (long: number, ...rate: string[]): string[] => [
    ...[process.execPath, join(folder, 'node-load.mjs'), `${PORT}`, `${long}`, `${CONNECTIONS}`],
    ...rate,
  ];
  const servers = {
    plain: [process.execPath, ...program],
    [WATCHED]: [process.execPath, builtForetrace(context.root), 'run', '--live', ...program],
  };
  const rows: Table['rows'][number][] = [];
  const table: Table = {
    title: `A server for Node.js under load for ${seconds} s, watched`,
    columns: ['server', 'requests/s', 'p50 µs', 'p99 µs', 'most requests/s', 'server MB', 'peak MB', 'peak disk MB', 'result'],
    rows,
    notes: [
      `${PACKAGES.join(' and ')}, ${THREADS} workers, ${CONNECTIONS} connections, ${RATE} requests a second for latency, as many as go for the most; bench/live has the server and the load.`,
      'Peak MB is of foretrace, which is one process, server MB of the server itself; peak disk of the temporary folder of foretrace, logs and all, looked at every 100 ms.',
    ],
  };
  for (const [name, words] of Object.entries(servers)) {
    const long = name === WATCHED ? seconds : Math.min(seconds, SHORT_SECONDS);
    const most = await served(words, load(Math.min(seconds, SHORT_SECONDS / 3)), context, seconds);
    context.progress(`${name}: ${most.answers.rate} requests a second`);
    const paced = await served(words, load(long, `${RATE}`), context, seconds);
    const { rate, p50, p99 } = paced.answers;
    rows.push([name, rate, p50, p99, most.answers.rate, paced.serverMemory, paced.memory, paced.disk, paced.verdict]);
    context.keep(table);
  }
  return table;
}

async function withPackages(context: Context): Promise<Table> {
  const folder = mkdtempSync(join(context.scratch, 'live-node-'));
  try {
    const from = join(context.root, 'bench/live');
    for (const name of readdirSync(from)) if (name.endsWith('.mjs')) cpSync(join(from, name), join(folder, name));
    const { status, output } = await processCost(['npm', 'install', '--prefix', folder, '--no-audit', '--no-fund', ...PACKAGES], {
      cwd: folder,
      patience: PATIENCE,
    });
    if (status !== 0) throw new Error(`${PACKAGES.join(' and ')} could not be installed: ${output.slice(0, 2000)}`);
    return await costs(folder, context);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

export const liveNode: Suite = {
  id: 'live-node',
  says: 'what it costs to watch a server for Node.js with run --live; fetches two packages, and runs only if named',
  fetches: true,
  run: async (context) => [await withPackages(context)],
};
