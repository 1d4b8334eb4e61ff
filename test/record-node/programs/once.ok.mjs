// Double-checked initialisation: whoever wins makes the table, the others wait until it is ready.
import { isMainThread, Worker, workerData } from 'node:worker_threads';

if (isMainThread) {
  const memory = new SharedArrayBuffer(32);
  for (let i = 0; i < 3; i++) new Worker(new URL(import.meta.url), { workerData: memory });
} else {
  const cells = new Int32Array(workerData);
  const table = () => {
    if (Atomics.load(cells, 0) === 2) return cells;
    if (Atomics.compareExchange(cells, 0, 0, 1) === 0) {
      for (let i = 1; i < 8; i++) cells[i] = i * i;
      Atomics.store(cells, 0, 2);
      Atomics.notify(cells, 0);
    } else while (Atomics.load(cells, 0) === 1) Atomics.wait(cells, 0, 1, 10);
    return cells;
  };
  if (table()[3] !== 9) throw new Error('not ready');
}
