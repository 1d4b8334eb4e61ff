// Two orders, and somebody has slept for each of the locks; but who cannot get its second one gives the first one back.
import { isMainThread, SHARE_ENV, Worker, workerData } from 'node:worker_threads';
import { Mutex } from './lib/mutex.mjs';
import { after, reached } from './lib/steps.mjs';

if (isMainThread) {
  const memory = new SharedArrayBuffer(24);
  for (let i = 0; i < 2; i++) new Worker(new URL(import.meta.url), { workerData: { memory, i }, env: SHARE_ENV });
} else {
  const { memory, i } = workerData;
  const [a, b] = [new Mutex(memory, 0), new Mutex(memory, 1)];
  const data = new Int32Array(memory);
  if (i === 0) {
    b.lock();
    a.lock();
    data[2]++;
    a.unlock();
    b.unlock();
    reached(0);
  } else {
    await after(0);
    for (let isDone = false; !isDone; a.unlock()) {
      a.lock();
      if (!b.tryLock()) continue;
      data[2]++;
      b.unlock();
      isDone = true;
    }
    reached(1);
  }
  await after(1);
  for (const [n, lock] of [a, b].entries()) {
    lock.lock();
    reached(2 + 2 * n + i);
    // Who is first stays until the other one has slept for the lock.
    if (data[4 + n] === 0) {
      data[4 + n] = 1;
      while (Atomics.notify(lock.cells, lock.at, 1) === 0);
    }
    lock.unlock();
    await after(2 + 2 * n + 1 - i);
  }
}
