// Methods of arrays work on all that has a length.
import { isMainThread, Worker, workerData } from 'node:worker_threads';

if (isMainThread) {
  const cells = new Int32Array(new SharedArrayBuffer(16));
  new Worker(new URL(import.meta.url), { workerData: cells });
  Array.prototype.fill.call(cells, 7, 1, 3);
} else {
  console.log([].slice.call(workerData, 2).length);
}
