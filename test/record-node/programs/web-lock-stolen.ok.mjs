// The lock is stolen from a callback that does nothing more; those after it have it for themselves.
import { setImmediate } from 'node:timers/promises';
import { isMainThread, locks, SHARE_ENV, Worker, workerData } from 'node:worker_threads';
import { after, reached } from './lib/steps.mjs';

async function count(cells) {
  const alive = setInterval(() => {}, 1000);
  for (let i = 0; i < 5; i++)
    await locks.request('count', async () => {
      const before = cells[0];
      await setImmediate();
      cells[0] = before + 1;
    });
  clearInterval(alive);
}
if (isMainThread) {
  const cells = new Int32Array(new SharedArrayBuffer(4));
  locks
    .request('count', () => {
      reached('held');
      return new Promise(() => {});
    })
    .catch(() => {});
  await after('held');
  await locks.request('count', { steal: true }, () => {
    cells[0]++;
  });
  new Worker(new URL(import.meta.url), { workerData: cells, env: SHARE_ENV });
  await count(cells);
} else await count(workerData);
