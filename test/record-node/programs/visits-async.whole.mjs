// A visit of an async function is a block for each piece between awaits: others come at an await, where they may. One visit fails there, and ends
// no block but its own.
import { isMainThread, SHARE_ENV, Worker, workerData } from 'node:worker_threads';
import { after, reached } from './lib/steps.mjs';

async function visited_withdraw(cells, amount) {
  const now = Atomics.load(cells, 0);
  reached('read');
  await after('written');
  Atomics.store(cells, 0, now - amount);
  await Promise.reject(new Error('no'));
}
if (isMainThread) {
  const cells = new Int32Array(new SharedArrayBuffer(4));
  const worker = new Worker(new URL(import.meta.url), { workerData: cells, env: SHARE_ENV });
  await after('read');
  Atomics.store(cells, 0, 200);
  reached('written');
  await new Promise((resolve) => worker.once('exit', resolve));
} else await visited_withdraw(workerData, 10).catch(() => Atomics.load(workerData, 0));
