// A latch that is counted down before the part is there.
import { isMainThread, Worker, workerData } from 'node:worker_threads';

function arrive(cells) {
  if (Atomics.add(cells, 0, 1) === 1) Atomics.notify(cells, 0);
  for (let count = Atomics.load(cells, 0); count < 2; count = Atomics.load(cells, 0)) Atomics.wait(cells, 0, count);
}

if (isMainThread) {
  const memory = new SharedArrayBuffer(64);
  for (let i = 0; i < 2; i++) new Worker(new URL(import.meta.url), { workerData: { memory, me: i + 1 } });
} else {
  const cells = new Int32Array(workerData.memory);
  arrive(cells);
  cells[workerData.me] = 10 * workerData.me;
  console.log(cells[1] + cells[2]);
}
