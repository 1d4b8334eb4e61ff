// Atomics.add is one step.
import { isMainThread, Worker, workerData } from 'node:worker_threads';

if (isMainThread) {
  const memory = new SharedArrayBuffer(4);
  for (let i = 0; i < 2; i++) new Worker(new URL(import.meta.url), { workerData: memory });
} else {
  const hits = new Int32Array(workerData);
  for (let i = 0; i < 1000; i++) Atomics.add(hits, 0, 1);
}
