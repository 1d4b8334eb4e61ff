// What the owner does after it took the lock is not ordered before a try that fails.
import { isMainThread, SHARE_ENV, Worker, workerData } from 'node:worker_threads';
import { after, reached } from './lib/steps.mjs';

const LOCK = 0;
const DATA = 1;
const SLEEP = 2;

if (isMainThread) {
  const words = new Int32Array(new SharedArrayBuffer(16));
  for (const role of [0, 1]) new Worker(new URL(import.meta.url), { workerData: { words, role }, env: SHARE_ENV });
} else {
  const { words, role } = workerData;
  const tryLock = () => Atomics.compareExchange(words, LOCK, 0, 1) === 0;
  if (role === 0) {
    while (!tryLock());
    words[DATA] = 11;
    await after('tried');
    Atomics.store(words, LOCK, 0);
  } else {
    while (tryLock()) {
      Atomics.store(words, LOCK, 0);
      Atomics.wait(words, SLEEP, 0, 5);
    }
    reached('tried');
    console.log(typeof words[DATA]);
  }
}
