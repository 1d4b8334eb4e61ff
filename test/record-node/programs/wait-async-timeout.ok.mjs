// The main thread looks again whenever its wait has timed out, until it loads what the worker stored.
import { isMainThread, Worker, workerData } from 'node:worker_threads';

if (isMainThread) {
  // A wait does not keep the process.
  const alive = setInterval(() => {}, 1000);
  const cells = new Int32Array(new SharedArrayBuffer(16));
  new Worker(new URL(import.meta.url), { workerData: cells });
  // The worker never notifies.
  while (Atomics.load(cells, 0) === 0) await Atomics.waitAsync(cells, 0, 0, 5).value;
  console.log(cells[1]);
  clearInterval(alive);
} else {
  workerData[1] = 42;
  Atomics.store(workerData, 0, 1);
}
