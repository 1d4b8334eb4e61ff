// The numbers are printed while the worker still writes them.
import { isMainThread, Worker, workerData } from 'node:worker_threads';

if (isMainThread) {
  const numbers = new Int32Array(new SharedArrayBuffer(32));
  new Worker(new URL(import.meta.url), { workerData: numbers });
  console.log({ numbers });
} else {
  for (let i = 0; i < 8; i++) workerData[i] = i;
}
