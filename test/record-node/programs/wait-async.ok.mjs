// The main thread waits without blocking until the worker has written and notified.
import { isMainThread, Worker, workerData } from 'node:worker_threads';

if (isMainThread) {
  const cells = new Int32Array(new SharedArrayBuffer(16));
  new Worker(new URL(import.meta.url), { workerData: cells });
  const { async, value } = Atomics.waitAsync(cells, 0, 0);
  const go = () => console.log(cells[1]);
  if (async) value.then(go);
  else if (Atomics.load(cells, 0) === 1) go();
} else {
  workerData[1] = 42;
  Atomics.store(workerData, 0, 1);
  Atomics.notify(workerData, 0);
}
