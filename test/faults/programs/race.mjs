import { isMainThread, Worker, workerData } from 'node:worker_threads';

if (isMainThread) {
  const shared = new SharedArrayBuffer(64);
  for (let i = 0; i < 2; i++) new Worker(new URL(import.meta.url), { workerData: shared });
} else {
  const cells = new Int32Array(workerData);
  for (let i = 0; i < 2000; i++) cells[i & 7] = cells[(i + 1) & 7] + 1;
}
