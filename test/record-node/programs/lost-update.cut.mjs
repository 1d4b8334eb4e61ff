// Every access is atomic, and the update is lost all the same: it is a load and a store.
import { isMainThread, SHARE_ENV, Worker, workerData } from 'node:worker_threads';
import { beginAtomic, endAtomic } from 'foretrace/annotate';
import { after, reached } from './lib/steps.mjs';

const cells = isMainThread ? new Int32Array(new SharedArrayBuffer(4)) : workerData;
if (isMainThread) {
  const worker = new Worker(new URL(import.meta.url), { workerData: cells, env: SHARE_ENV });
  await after('read');
  Atomics.store(cells, 0, 100);
  reached('written');
  await new Promise((resolve) => worker.once('exit', resolve));
} else {
  beginAtomic('withdraw');
  const now = Atomics.load(cells, 0);
  reached('read');
  await after('written');
  Atomics.store(cells, 0, now - 10);
  endAtomic();
}
