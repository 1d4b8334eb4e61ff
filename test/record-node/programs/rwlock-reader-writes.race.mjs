// A reader writes.
import { isMainThread, Worker, workerData } from 'node:worker_threads';

if (isMainThread) {
  const memory = new SharedArrayBuffer(32);
  for (let i = 0; i < 3; i++) new Worker(new URL(import.meta.url), { workerData: { memory, writer: i === 0 } });
} else {
  const cells = new Int32Array(workerData.memory);
  const WRITER = -1;
  for (let i = 0; i < 10; i++) {
    if (workerData.writer) {
      while (Atomics.compareExchange(cells, 0, 0, WRITER) !== 0);
      cells[1]++;
      cells[2]++;
      Atomics.store(cells, 0, 0);
    } else {
      for (;;) {
        const readers = Atomics.load(cells, 0);
        if (readers >= 0 && Atomics.compareExchange(cells, 0, readers, readers + 1) === readers) break;
      }
      // Both readers are in at the same time.
      if (i === 0) Atomics.add(cells, 4, 1);
      while (Atomics.load(cells, 4) < 2);
      cells[3] = cells[1];
      Atomics.sub(cells, 0, 1);
    }
  }
}
