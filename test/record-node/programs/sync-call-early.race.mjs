// A synchronous call into a worker that says it is done before it has written its answer.
import { isMainThread, Worker, workerData } from 'node:worker_threads';

if (isMainThread) {
  const memory = new SharedArrayBuffer(64);
  const cells = new Int32Array(memory);
  new Worker(new URL(import.meta.url), { workerData: memory });
  Atomics.wait(cells, 0, 0);
  console.log(cells[5] >= 0);
} else {
  const cells = new Int32Array(workerData);
  Atomics.store(cells, 0, 1);
  Atomics.notify(cells, 0);
  cells[5] = 25;
}
