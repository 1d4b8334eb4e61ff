// Producers take a slot atomically, but two rounds later the same slot is written again with nothing in between.
import { isMainThread, Worker, workerData } from 'node:worker_threads';

if (isMainThread) {
  const memory = new SharedArrayBuffer(4 + 2 * 4);
  for (let i = 0; i < 2; i++) new Worker(new URL(import.meta.url), { workerData: memory });
} else {
  const cells = new Int32Array(workerData);
  for (let i = 0; i < 10; i++) {
    const at = Atomics.add(cells, 0, 1);
    cells[1 + (at % 2)] = at;
  }
}
