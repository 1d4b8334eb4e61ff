// What is written before the worker is made is ordered before it.
import { isMainThread, Worker, workerData } from 'node:worker_threads';

if (isMainThread) {
  const cells = new Float32Array(new SharedArrayBuffer(16));
  cells.fill(1.5);
  cells[1] = 2;
  new Worker(new URL(import.meta.url), { workerData: { deep: { cells } } });
} else {
  const { cells } = workerData.deep;
  console.log(cells[0] + cells[1]);
}
