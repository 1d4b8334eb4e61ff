// A small cache behind HTTP, by fastify and piscina: `node-server.mjs PORT THREADS` serves `/get/KEY` and `/set/KEY/LENGTH` until it is told to end
// (SIGTERM). Each request is a task of a worker; the table is shared memory, with a lock per stripe and counters.

import { join } from 'node:path';
import fastify from 'fastify';
import { Piscina } from 'piscina';
import { newTable } from './node-table.mjs';

const [port, threads] = process.argv.slice(2).map(Number);
const table = newTable();
const pool = new Piscina({
  filename: join(import.meta.dirname, 'node-worker.mjs'),
  minThreads: threads,
  maxThreads: threads,
  workerData: table,
});
const app = fastify();

app.get('/get/:key', ({ params }) => pool.run({ key: Number(params.key) }));
app.get('/set/:key/:length', ({ params }) => pool.run({ key: Number(params.key), length: Number(params.length) }));
process.on('SIGTERM', async () => {
  await app.close();
  await pool.destroy();
  process.exit(0);
});
await app.listen({ port, host: '127.0.0.1' });
