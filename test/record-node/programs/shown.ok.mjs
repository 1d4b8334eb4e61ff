// The numbers are printed when the worker has ended.
import { isMainThread, Worker, workerData } from 'node:worker_threads';

if (isMainThread) {
  const numbers = new Int32Array(new SharedArrayBuffer(32));
  const worker = new Worker(new URL(import.meta.url), { workerData: numbers });
  worker.on('exit', () => console.log({ numbers }, JSON.stringify(numbers), Math.max.apply(null, numbers)));
} else {
  for (let i = 0; i < 8; i++) workerData[i] = i;
}
