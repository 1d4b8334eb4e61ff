// A worker waits for ever: who was to notify it came too early. The other threads only listen for each other's messages.
import { isMainThread, parentPort, SHARE_ENV, Worker, workerData } from 'node:worker_threads';
import { after, reached } from './lib/steps.mjs';

if (isMainThread) {
  const cells = new Int32Array(new SharedArrayBuffer(4));
  for (let i = 0; i < 2; i++)
    new Worker(new URL(import.meta.url), { workerData: { cells, i }, env: SHARE_ENV }).on('message', console.log);
} else if (workerData.i === 0) {
  await after('notified');
  Atomics.wait(workerData.cells, 0, 0);
  parentPort.postMessage('never');
} else {
  Atomics.notify(workerData.cells, 0);
  reached('notified');
  parentPort.on('message', () => {});
}
