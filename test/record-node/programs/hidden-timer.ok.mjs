// The same with a timer that does not keep the program running.
import { isMainThread, Worker, workerData } from 'node:worker_threads';

if (isMainThread) {
  const cells = new Int32Array(new SharedArrayBuffer(4));
  new Worker(new URL(import.meta.url), { workerData: cells });
  setTimeout(() => {
    Atomics.store(cells, 0, 1);
    Atomics.notify(cells, 0);
  }, 4000).unref();
} else {
  while (Atomics.load(workerData, 0) === 0) Atomics.wait(workerData, 0, 0);
}
