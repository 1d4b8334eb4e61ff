// Data is written plainly, then a flag is stored atomically; the reader waits for the flag.
import { isMainThread, Worker, workerData } from 'node:worker_threads';

if (isMainThread) {
  const memory = new SharedArrayBuffer(16);
  const cells = new Int32Array(memory);
  new Worker(new URL(import.meta.url), { workerData: memory });
  cells[1] = 42;
  Atomics.store(cells, 0, 1);
} else {
  const cells = new Int32Array(workerData);
  while (Atomics.load(cells, 0) === 0);
  console.log(cells[1]);
}
