// A worker that ends with an error, and a main thread that goes on.
import { isMainThread, Worker, workerData } from 'node:worker_threads';

if (isMainThread) {
  const cells = new Int32Array(new SharedArrayBuffer(8));
  const worker = new Worker(new URL(import.meta.url), { workerData: cells });
  worker.on('error', () => {});
  cells[0] = 1;
} else {
  workerData[0] = 2;
  throw new Error('as planned');
}
