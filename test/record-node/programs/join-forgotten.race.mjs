// The total is read when the worker is online, not when it has ended.
import { isMainThread, Worker, workerData } from 'node:worker_threads';

if (isMainThread) {
  const memory = new SharedArrayBuffer(8);
  const counter = new Int32Array(memory);
  const worker = new Worker(new URL(import.meta.url), { workerData: memory });
  worker.on('online', () => console.log(typeof counter[0]));
} else {
  const counter = new Int32Array(workerData);
  for (let i = 0; i < 100; i++) counter[0]++;
}
