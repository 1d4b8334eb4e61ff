// Each worker posts a semaphore that the other waits for, around a plain cell.
import { isMainThread, Worker, workerData } from 'node:worker_threads';

function post(cells, at) {
  Atomics.add(cells, at, 1);
  Atomics.notify(cells, at, 1);
}
function wait(cells, at) {
  for (;;) {
    const count = Atomics.load(cells, at);
    if (count > 0 && Atomics.compareExchange(cells, at, count, count - 1) === count) return;
    Atomics.wait(cells, at, 0, 10);
  }
}

if (isMainThread) {
  const memory = new SharedArrayBuffer(64);
  for (let i = 0; i < 2; i++) new Worker(new URL(import.meta.url), { workerData: { memory, me: i + 1 } });
} else {
  const cells = new Int32Array(workerData.memory);
  const { me } = workerData;
  if (me === 1) post(cells, 1);
  for (let i = 0; i < 20; i++) {
    wait(cells, me);
    cells[4] += i;
    post(cells, 3 - me);
  }
}
