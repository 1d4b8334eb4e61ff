// What one visit reads, the next one writes: neither is cut, since others come between the two.
import { isMainThread, SHARE_ENV, Worker, workerData } from 'node:worker_threads';
import { after, reached } from './lib/steps.mjs';

const visited_get = (cells) => Atomics.load(cells, 0);
const visited_set = (cells, value) => Atomics.store(cells, 0, value);

if (isMainThread) {
  const cells = new Int32Array(new SharedArrayBuffer(4));
  const worker = new Worker(new URL(import.meta.url), { workerData: cells, env: SHARE_ENV });
  await after('read');
  Atomics.store(cells, 0, 200);
  reached('written');
  await new Promise((resolve) => worker.once('exit', resolve));
} else {
  const now = visited_get(workerData);
  reached('read');
  await after('written');
  visited_set(workerData, now - 10);
}
