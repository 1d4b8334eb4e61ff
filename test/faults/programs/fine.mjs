import { isMainThread, Worker, workerData } from 'node:worker_threads';

if (isMainThread) {
  const shared = new SharedArrayBuffer(64);
  for (let i = 0; i < 2; i++) new Worker(new URL(import.meta.url), { workerData: shared });
} else {
  const cells = new Int32Array(workerData);
  for (let i = 0; i < 3000; i++) {
    while (Atomics.compareExchange(cells, 0, 0, 1) !== 0);
    cells[1 + (i & 7)] = cells[1 + ((i + 1) & 7)] + 1;
    Atomics.store(cells, 0, 0);
  }
}
