// The check and the act are one critical section.
import { isMainThread, Worker, workerData } from 'node:worker_threads';

const [LOCK, SEATS] = [0, 1];

if (isMainThread) {
  const memory = new SharedArrayBuffer(8);
  new Int32Array(memory)[SEATS] = 2;
  for (let i = 0; i < 2; i++) new Worker(new URL(import.meta.url), { workerData: memory });
} else {
  console.log(reserve(new Int32Array(workerData)));
}

function reserve(cells) {
  lock(cells);
  const free = cells[SEATS];
  if (free > 0) cells[SEATS] = free - 1;
  unlock(cells);
  return free > 0;
}

function lock(cells) {
  while (Atomics.compareExchange(cells, LOCK, 0, 1) !== 0) Atomics.wait(cells, LOCK, 1);
}

function unlock(cells) {
  Atomics.store(cells, LOCK, 0);
  Atomics.notify(cells, LOCK, 1);
}
