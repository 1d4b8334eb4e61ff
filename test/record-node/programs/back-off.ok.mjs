// Two locks in two orders; who does not get the second gives the first one back.
import { isMainThread, Worker, workerData } from 'node:worker_threads';
import { Mutex } from './lib/mutex.mjs';

if (isMainThread) {
  const memory = new SharedArrayBuffer(16);
  for (let i = 0; i < 2; i++) new Worker(new URL(import.meta.url), { workerData: { memory, i } });
} else {
  const { memory, i } = workerData;
  const [first, second] = [new Mutex(memory, i), new Mutex(memory, 1 - i)];
  const data = new Int32Array(memory);
  for (let round = 0; round < 20; round++) {
    for (;;) {
      first.lock();
      if (second.tryLock()) break;
      first.unlock();
    }
    data[2]++;
    second.unlock();
    first.unlock();
  }
}
