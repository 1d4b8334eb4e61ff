// A wait that timed out orders nothing.
import { isMainThread, Worker, workerData } from 'node:worker_threads';

if (isMainThread) {
  // A wait does not keep the process.
  const alive = setInterval(() => {}, 1000);
  const cells = new Int32Array(new SharedArrayBuffer(16));
  new Worker(new URL(import.meta.url), { workerData: cells });
  const { value } = Atomics.waitAsync(cells, 0, 0, 50);
  console.log(await value, cells[1] >= 0);
  clearInterval(alive);
} else {
  workerData[1] = 42;
}
