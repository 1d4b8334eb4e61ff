// One of many visits of a function is cut.
import { isMainThread, SHARE_ENV, Worker, workerData } from 'node:worker_threads';
import { after, reached, reachedNow } from './lib/steps.mjs';

function visited_withdraw(cells, amount, time) {
  const now = Atomics.load(cells, 0);
  if (time === 3) {
    reached('read');
    while (!reachedNow('written'));
  }
  Atomics.store(cells, 0, now - amount);
}
if (isMainThread) {
  const cells = new Int32Array(new SharedArrayBuffer(4));
  const worker = new Worker(new URL(import.meta.url), { workerData: cells, env: SHARE_ENV });
  await after('read');
  Atomics.store(cells, 0, 200);
  reached('written');
  await new Promise((resolve) => worker.once('exit', resolve));
} else for (let i = 0; i < 6; i++) visited_withdraw(workerData, 10, i);
