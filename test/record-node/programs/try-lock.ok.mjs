// Who tries the lock and sees it taken has seen what its owner did before: a compareExchange that fails is a load.
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
    words[DATA] = 11;
    while (!tryLock());
    await after('tried');
    Atomics.store(words, LOCK, 0);
  } else {
    while (tryLock()) {
      Atomics.store(words, LOCK, 0);
      Atomics.wait(words, SLEEP, 0, 5);
    }
    reached('tried');
    console.log(words[DATA]);
  }
}
