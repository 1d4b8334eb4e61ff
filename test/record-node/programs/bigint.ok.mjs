// Atomics of 64 bits as a lock around plain numbers of 64 bits.
import { isMainThread, Worker, workerData } from 'node:worker_threads';

const lock = (words) => {
  while (Atomics.compareExchange(words, 0, 0n, 1n) !== 0n) Atomics.wait(words, 0, 1n, 10);
};
const unlock = (words) => {
  Atomics.store(words, 0, 0n);
  Atomics.notify(words, 0, 1);
};

if (isMainThread) {
  const memory = new SharedArrayBuffer(64);
  for (let i = 0; i < 2; i++) new Worker(new URL(import.meta.url), { workerData: { memory, me: i + 1 } });
} else {
  const cells = new Int32Array(workerData.memory);
  const words = new BigInt64Array(cells.buffer);
  for (let i = 0; i < 20; i++) {
    lock(words);
    words[1] += 1n;
    unlock(words);
  }
}
