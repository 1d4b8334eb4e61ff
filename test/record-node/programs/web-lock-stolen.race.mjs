// A callback whose lock is stolen goes on, while a worker has the lock.
import { isMainThread, locks, SHARE_ENV, Worker, workerData } from 'node:worker_threads';
import { after, reached } from './lib/steps.mjs';

if (isMainThread) {
  const count = new Int32Array(new SharedArrayBuffer(4));
  const lost = locks.request('count', async () => {
    reached('held');
    await after('written');
    count[0]++;
    reached('over');
  });
  lost.catch(() => {});
  await after('held');
  await locks.request('count', { steal: true }, () => {});
  new Worker(new URL(import.meta.url), { workerData: count, env: SHARE_ENV });
  await after('over');
} else
  await locks.request('count', async () => {
    workerData[0]++;
    reached('written');
    await after('over');
  });
