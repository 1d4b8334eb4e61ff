// The flag is published before the data.
import { isMainThread, Worker, workerData } from 'node:worker_threads';

if (isMainThread) {
  const memory = new SharedArrayBuffer(16);
  const cells = new Int32Array(memory);
  new Worker(new URL(import.meta.url), { workerData: memory });
  Atomics.store(cells, 0, 1);
  cells[1] = 42;
} else {
  const cells = new Int32Array(workerData);
  while (Atomics.load(cells, 0) === 0);
  console.log(typeof cells[1]);
}
