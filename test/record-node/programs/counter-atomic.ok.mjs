// The same with Atomics.add; the total is read atomically while the workers run.
import { isMainThread, Worker, workerData } from 'node:worker_threads';

if (isMainThread) {
  const memory = new SharedArrayBuffer(8);
  for (let i = 0; i < 2; i++) new Worker(new URL(import.meta.url), { workerData: memory });
  Atomics.load(new Int32Array(memory), 0);
} else {
  const counter = new Int32Array(workerData);
  for (let i = 0; i < 100; i++) Atomics.add(counter, 0, 1);
}
