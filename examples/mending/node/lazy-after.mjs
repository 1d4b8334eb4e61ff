// compareExchange lets one be first; the others wait until it says that all is there.
import { isMainThread, Worker, workerData } from 'node:worker_threads';

const [STATE, FIRST] = [0, 1];
const [BEGUN, DONE] = [1, 2];

function table(cells) {
  if (Atomics.compareExchange(cells, STATE, 0, BEGUN) === 0) {
    fill(cells);
    Atomics.store(cells, STATE, DONE);
    Atomics.notify(cells, STATE);
  } else {
    while (Atomics.load(cells, STATE) !== DONE) Atomics.wait(cells, STATE, BEGUN);
  }
  return cells;
}

if (isMainThread) {
  const memory = new SharedArrayBuffer(4 * 11);
  for (const number of [3, 4]) new Worker(new URL(import.meta.url), { workerData: { memory, number } });
} else {
  const cells = new Int32Array(workerData.memory);
  console.log(table(cells)[FIRST + workerData.number]);
}

function fill(cells) {
  for (let i = 0; i < 10; i++) cells[FIRST + i] = i * i;
}
