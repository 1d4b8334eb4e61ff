// The flag is stored plainly: nothing orders the data.
import { isMainThread, Worker, workerData } from 'node:worker_threads';

if (isMainThread) {
  const memory = new SharedArrayBuffer(16);
  const cells = new Int32Array(memory);
  new Worker(new URL(import.meta.url), { workerData: memory });
  cells[1] = 42;
  cells[0] = 1;
} else {
  const cells = new Int32Array(workerData);
  for (let i = 0; i < 1000 && Atomics.load(cells, 0) === 0; i++) Atomics.wait(cells, 2, 0, 1);
  console.log(cells[1]);
}
