// Everything ends by process.exit, the worker in the middle of its life.
import { isMainThread, parentPort, SHARE_ENV, Worker, workerData } from 'node:worker_threads';
import { after, reached } from './lib/steps.mjs';

if (isMainThread) {
  const cells = new Int32Array(new SharedArrayBuffer(8));
  const worker = new Worker(new URL(import.meta.url), { workerData: cells, env: SHARE_ENV });
  worker.once('message', async () => {
    await after('written');
    cells[0] = 1;
    process.exit(0);
  });
} else {
  parentPort.postMessage('started');
  workerData[0] = 2;
  reached('written');
  setInterval(() => {}, 1000);
}
