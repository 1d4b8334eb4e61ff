// Two locks in two orders, but only by who has the gate.
import { isMainThread, Worker, workerData } from 'node:worker_threads';
import { Mutex } from './lib/mutex.mjs';

if (isMainThread) {
  const memory = new SharedArrayBuffer(16);
  for (let i = 0; i < 2; i++) new Worker(new URL(import.meta.url), { workerData: { memory, i } });
} else {
  const { memory, i } = workerData;
  const [first, second, gate] = [new Mutex(memory, i), new Mutex(memory, 1 - i), new Mutex(memory, 2)];
  const data = new Int32Array(memory);
  for (let round = 0; round < 30; round++) {
    gate.lock();
    first.lock();
    second.lock();
    data[3]++;
    second.unlock();
    first.unlock();
    gate.unlock();
  }
}
