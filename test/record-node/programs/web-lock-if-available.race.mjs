// Who does not get the lock goes on without it.
import { isMainThread, locks, SHARE_ENV, Worker, workerData } from 'node:worker_threads';
import { after, reached } from './lib/steps.mjs';

if (isMainThread) {
  const count = new Int32Array(new SharedArrayBuffer(4));
  for (let i = 0; i < 2; i++) new Worker(new URL(import.meta.url), { workerData: { count, i }, env: SHARE_ENV });
} else if (workerData.i === 0) {
  await locks.request('count', async () => {
    reached('held');
    await after('seen');
    workerData.count[0]++;
  });
} else {
  await after('held');
  await locks.request('count', { ifAvailable: true }, (lock) => {
    if (lock === null) workerData.count[0]++;
  });
  reached('seen');
}
