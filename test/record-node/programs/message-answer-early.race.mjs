// The answer is sent before the work is done.
import { isMainThread, parentPort, Worker } from 'node:worker_threads';

if (isMainThread) {
  const cells = new Int32Array(new SharedArrayBuffer(16));
  const worker = new Worker(new URL(import.meta.url));
  cells[0] = 7;
  worker.postMessage({ cells });
  worker.once('message', () => {
    console.log(typeof cells[0]);
    cells[0] = 9;
  });
} else {
  parentPort.once('message', ({ cells }) => {
    parentPort.postMessage('done');
    cells[0] = cells[0] + 1;
  });
}
