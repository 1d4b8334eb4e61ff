// Both write with the lock shared.
import { isMainThread, locks, Worker, workerData } from 'node:worker_threads';

if (isMainThread) {
  const table = new Int32Array(new SharedArrayBuffer(4));
  for (let i = 0; i < 2; i++) new Worker(new URL(import.meta.url), { workerData: table });
} else {
  await locks.request('table', { mode: 'shared' }, async () => {
    workerData[0]++;
  });
}
