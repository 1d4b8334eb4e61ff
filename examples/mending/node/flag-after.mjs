// The flag is atomic: who sees it set sees all that was written before. The answer stays plain. To wait costs no processor.
import { isMainThread, Worker, workerData } from 'node:worker_threads';

const [READY, ANSWER] = [0, 1];
if (isMainThread) {
  const memory = new SharedArrayBuffer(8);
  for (const role of ['producer', 'consumer']) new Worker(new URL(import.meta.url), { workerData: { memory, role } });
} else {
  const cells = new Int32Array(workerData.memory);
  if (workerData.role === 'producer') {
    cells[ANSWER] = 42;
    Atomics.store(cells, READY, 1);
    Atomics.notify(cells, READY);
  } else {
    Atomics.wait(cells, READY, 0);
    console.log(cells[ANSWER]);
  }
}
