// Check-then-act, and no annotation: the slot is looked at in one section and taken in the next. In this run one worker comes after the other.
import { isMainThread, SHARE_ENV, Worker, workerData } from 'node:worker_threads';
import { Mutex } from './lib/mutex.mjs';
import { after, reached } from './lib/steps.mjs';

function claim(pool, slots, me) {
  pool.lock();
  const isFree = slots[1] === 0;
  pool.unlock();
  if (!isFree) return;
  pool.lock();
  slots[1] = me;
  pool.unlock();
}
if (isMainThread) {
  const memory = new SharedArrayBuffer(8);
  reached(0);
  for (let i = 0; i < 2; i++) new Worker(new URL(import.meta.url), { workerData: { memory, i }, env: SHARE_ENV });
} else {
  const { memory, i } = workerData;
  const [pool, slots] = [new Mutex(memory, 0), new Int32Array(memory)];
  await after(i);
  claim(pool, slots, i + 1);
  pool.lock();
  slots[1] = 0;
  pool.unlock();
  reached(i + 1);
}
