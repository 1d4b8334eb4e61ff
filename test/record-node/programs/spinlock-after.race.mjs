// The counter is read once more after the lock was given up.
import { isMainThread, Worker, workerData } from 'node:worker_threads';

function lock(cells, at) {
  while (Atomics.compareExchange(cells, at, 0, 1) !== 0);
}
function unlock(cells, at) {
  Atomics.store(cells, at, 0);
}

if (isMainThread) {
  const memory = new SharedArrayBuffer(32);
  for (let i = 0; i < 2; i++) new Worker(new URL(import.meta.url), { workerData: { memory, i } });
} else {
  const cells = new Int32Array(workerData.memory);
  lock(cells, 0);
  cells[1]++;
  unlock(cells, 0);
  console.log(typeof cells[1]);
}
