// One function reads under the lock, another writes there; nobody decides by what was read: the two have nothing to do with each other.
import { isMainThread, SHARE_ENV, Worker, workerData } from 'node:worker_threads';
import { Mutex } from './lib/mutex.mjs';
import { after, reached } from './lib/steps.mjs';

let shown = 0;
function show(gauge, cells) {
  gauge.lock();
  shown = cells[1];
  gauge.unlock();
}
function reset(gauge, cells) {
  gauge.lock();
  cells[1] = 0;
  gauge.unlock();
}
if (isMainThread) {
  const memory = new SharedArrayBuffer(8);
  reached(0);
  for (let i = 0; i < 2; i++) new Worker(new URL(import.meta.url), { workerData: { memory, i }, env: SHARE_ENV });
} else {
  const { memory, i } = workerData;
  const [gauge, cells] = [new Mutex(memory, 0), new Int32Array(memory)];
  await after(i);
  show(gauge, cells);
  reset(gauge, cells);
  reached(i + 1 + shown);
}
