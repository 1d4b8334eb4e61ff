// A ticket lock around a plain counter.
import { isMainThread, Worker, workerData } from 'node:worker_threads';

/** Those who come take a number; the one that is served is the owner. */
function lock(cells) {
  const mine = Atomics.add(cells, 0, 1);
  for (;;) {
    const served = Atomics.load(cells, 1);
    if (served === mine) return;
    Atomics.wait(cells, 1, served, 10);
  }
}
function unlock(cells) {
  Atomics.add(cells, 1, 1);
  Atomics.notify(cells, 1);
}

if (isMainThread) {
  const memory = new SharedArrayBuffer(64);
  for (let i = 0; i < 2; i++) new Worker(new URL(import.meta.url), { workerData: { memory, me: i + 1 } });
} else {
  const cells = new Int32Array(workerData.memory);
  for (let i = 0; i < 20; i++) {
    lock(cells);
    cells[2]++;
    unlock(cells);
  }
}
