// What the worker prints passes through the parent, which does not listen, and so learns nothing from it.
import { isMainThread, SHARE_ENV, Worker, workerData } from 'node:worker_threads';
import { after, reached } from './lib/steps.mjs';

if (isMainThread) {
  const memory = new SharedArrayBuffer(16);
  new Worker(new URL(import.meta.url), { workerData: memory, env: SHARE_ENV });
  await after('printed');
  setTimeout(() => console.log(new Int32Array(memory)[0]), 100);
} else {
  new Int32Array(workerData)[0] = 42;
  console.log('written');
  reached('printed');
}
