// Peterson's lock with plain flags.
import { isMainThread, Worker, workerData } from 'node:worker_threads';

function lock(cells, me) {
  cells[me] = 1;
  Atomics.store(cells, 0, me);
  // Gives up some time, for a plain flag may never be seen.
  for (let i = 0; i < 1000 && cells[3 - me] === 1 && Atomics.load(cells, 0) === me; i++);
}
function unlock(cells, me) {
  cells[me] = 0;
}

if (isMainThread) {
  const memory = new SharedArrayBuffer(64);
  for (let i = 0; i < 2; i++) new Worker(new URL(import.meta.url), { workerData: { memory, me: i + 1 } });
} else {
  const cells = new Int32Array(workerData.memory);
  for (let i = 0; i < 20; i++) {
    lock(cells, workerData.me);
    unlock(cells, workerData.me);
  }
}
