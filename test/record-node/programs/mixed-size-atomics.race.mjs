// Two atomics of different sizes over the same bytes.
import { isMainThread, Worker, workerData } from 'node:worker_threads';

if (isMainThread) {
  const memory = new SharedArrayBuffer(8);
  new Worker(new URL(import.meta.url), { workerData: memory });
  Atomics.store(new Int32Array(memory), 0, 1);
} else {
  Atomics.store(new Int8Array(workerData), 0, 2);
}
