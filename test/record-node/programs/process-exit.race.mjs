// A handler of `exit` after process.exit() runs while the worker may still run.
import { isMainThread, parentPort, SHARE_ENV, Worker, workerData } from 'node:worker_threads';
import { after, reached } from './lib/steps.mjs';

if (isMainThread) {
  const cells = new Int32Array(new SharedArrayBuffer(16));
  const worker = new Worker(new URL(import.meta.url), { workerData: cells, env: SHARE_ENV });
  process.once('exit', () => console.log(cells[0]));
  worker.once('message', async () => {
    await after('written');
    process.exit();
  });
} else {
  parentPort.postMessage('here');
  workerData[0] = 1;
  reached('written');
}
