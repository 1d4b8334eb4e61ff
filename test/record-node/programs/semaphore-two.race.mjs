// A semaphore that lets two in is no mutex.
import { isMainThread, Worker, workerData } from 'node:worker_threads';

function wait(cells) {
  for (;;) {
    const free = Atomics.load(cells, 0);
    if (free > 0 && Atomics.compareExchange(cells, 0, free, free - 1) === free) return;
    Atomics.wait(cells, 0, 0, 10);
  }
}

if (isMainThread) {
  const cells = new Int32Array(new SharedArrayBuffer(64));
  Atomics.store(cells, 0, 2);
  for (let i = 0; i < 2; i++) new Worker(new URL(import.meta.url), { workerData: cells });
} else {
  wait(workerData);
  workerData[4]++;
}
