// What one visit of a function reads under the lock, the next one writes there: two visits are not one.
import { isMainThread, SHARE_ENV, Worker, workerData } from 'node:worker_threads';
import { Mutex } from './lib/mutex.mjs';
import { after, reached } from './lib/steps.mjs';

function visited_step(account, cells, time) {
  account.lock();
  const now = time % 2 === 0 ? cells[1] : 0;
  if (time % 2 === 1) cells[1] = time;
  account.unlock();
  return now;
}
if (isMainThread) {
  const memory = new SharedArrayBuffer(8);
  reached(0);
  for (let i = 0; i < 2; i++) new Worker(new URL(import.meta.url), { workerData: { memory, i }, env: SHARE_ENV });
} else {
  const { memory, i } = workerData;
  const [account, cells] = [new Mutex(memory, 0), new Int32Array(memory)];
  await after(i);
  for (let time = 0; time < 4; time++) visited_step(account, cells, time);
  reached(i + 1);
}
