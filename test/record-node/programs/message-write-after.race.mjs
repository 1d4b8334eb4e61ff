// The sender goes on writing after it has sent.
import { isMainThread, parentPort, Worker } from 'node:worker_threads';

if (isMainThread) {
  const cells = new Int32Array(new SharedArrayBuffer(16));
  const worker = new Worker(new URL(import.meta.url));
  worker.postMessage({ cells });
  cells[0] = 7;
  worker.once('message', () => {
    console.log(cells[0]);
    cells[0] = 9;
  });
} else {
  parentPort.once('message', ({ cells }) => {
    cells[0] = cells[0] + 1;
    parentPort.postMessage('done');
  });
}
