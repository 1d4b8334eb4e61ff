// A worker that waits for work when the program ends waits for nothing that is missing.
import { isMainThread, SHARE_ENV, Worker, workerData } from 'node:worker_threads';
import { after, reached } from './lib/steps.mjs';

if (isMainThread) {
  const cells = new Int32Array(new SharedArrayBuffer(4));
  new Worker(new URL(import.meta.url), { workerData: cells, env: SHARE_ENV });
  await after('waiting');
  process.exit(0);
} else {
  reached('waiting');
  Atomics.wait(workerData, 0, 0);
}
