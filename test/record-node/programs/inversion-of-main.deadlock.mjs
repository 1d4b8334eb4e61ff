// The first thread is one of those that wait for each other: nothing of the program can run any more.
import { isMainThread, SHARE_ENV, Worker, workerData } from 'node:worker_threads';
import { Mutex } from './lib/mutex.mjs';
import { after, reached } from './lib/steps.mjs';

const memory = isMainThread ? new SharedArrayBuffer(16) : workerData;
const [a, b] = [new Mutex(memory, 0), new Mutex(memory, 1)];
if (isMainThread) {
  new Worker(new URL(import.meta.url), { workerData: memory, env: SHARE_ENV });
  a.lock();
  reached('a');
  await after('b');
  b.lock();
} else {
  b.lock();
  reached('b');
  await after('a');
  a.lock();
}
