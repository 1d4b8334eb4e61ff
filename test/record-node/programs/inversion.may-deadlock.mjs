// Two orders, one worker after the other: nobody ever sleeps for a lock, but the code would.
import { isMainThread, SHARE_ENV, Worker, workerData } from 'node:worker_threads';
import { Mutex } from './lib/mutex.mjs';
import { after, reached } from './lib/steps.mjs';

if (isMainThread) {
  const memory = new SharedArrayBuffer(16);
  reached(0);
  for (let i = 0; i < 2; i++) new Worker(new URL(import.meta.url), { workerData: { memory, i }, env: SHARE_ENV });
} else {
  const { memory, i } = workerData;
  const [first, second] = [new Mutex(memory, i), new Mutex(memory, 1 - i)];
  const data = new Int32Array(memory);
  await after(i);
  first.lock();
  second.lock();
  data[2]++;
  second.unlock();
  first.unlock();
  reached(i + 1);
}
