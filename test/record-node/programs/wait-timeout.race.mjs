// A wait that has timed out orders nothing.
import { isMainThread, Worker, workerData } from 'node:worker_threads';

if (isMainThread) {
  const cells = new Int32Array(new SharedArrayBuffer(16));
  new Worker(new URL(import.meta.url), { workerData: cells });
  cells[1] = 42;
} else {
  Atomics.wait(workerData, 0, 0, 20);
  console.log(typeof workerData[1]);
}
