// The workers add atomically, but the total is read plainly while they may still run.
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';

if (isMainThread) {
  const memory = new SharedArrayBuffer(8);
  const counter = new Int32Array(memory);
  const worker = new Worker(new URL(import.meta.url), { workerData: memory });
  worker.once('message', () => console.log(typeof counter[0]));
} else {
  const counter = new Int32Array(workerData);
  parentPort.postMessage('started');
  for (let i = 0; i < 100; i++) Atomics.add(counter, 0, 1);
}
