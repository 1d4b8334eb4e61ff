// Peterson's lock with atomics around a plain counter.
import { isMainThread, Worker, workerData } from 'node:worker_threads';

function lock(cells, me) {
  Atomics.store(cells, me, 1);
  Atomics.store(cells, 0, me);
  while (Atomics.load(cells, 3 - me) === 1 && Atomics.load(cells, 0) === me);
}
function unlock(cells, me) {
  Atomics.store(cells, me, 0);
}

if (isMainThread) {
  const memory = new SharedArrayBuffer(64);
  for (let i = 0; i < 2; i++) new Worker(new URL(import.meta.url), { workerData: { memory, me: i + 1 } });
} else {
  const cells = new Int32Array(workerData.memory);
  for (let i = 0; i < 20; i++) {
    lock(cells, workerData.me);
    cells[4]++;
    unlock(cells, workerData.me);
  }
}
