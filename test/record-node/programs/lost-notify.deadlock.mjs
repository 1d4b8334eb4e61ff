// The worker notifies before anybody waits, and changes nothing: the first thread waits for ever.
import { isMainThread, SHARE_ENV, Worker, workerData } from 'node:worker_threads';
import { after, reached } from './lib/steps.mjs';

if (isMainThread) {
  const cells = new Int32Array(new SharedArrayBuffer(4));
  new Worker(new URL(import.meta.url), { workerData: cells, env: SHARE_ENV });
  await after('notified');
  Atomics.wait(cells, 0, 0);
} else {
  Atomics.notify(workerData, 0);
  reached('notified');
}
