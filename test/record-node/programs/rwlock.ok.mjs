// A lock for several readers or one writer, in one word.
import { isMainThread, Worker, workerData } from 'node:worker_threads';

if (isMainThread) {
  const memory = new SharedArrayBuffer(16);
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
      if (cells[1] !== cells[2]) throw new Error('torn');
      Atomics.sub(cells, 0, 1);
    }
  }
}
