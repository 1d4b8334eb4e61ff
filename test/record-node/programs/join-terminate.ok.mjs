// The worker is terminated, and its memory used when terminate() has resolved.
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';

if (isMainThread) {
  const memory = new SharedArrayBuffer(8);
  const cell = new Int32Array(memory);
  const worker = new Worker(new URL(import.meta.url), { workerData: memory });
  worker.once('message', async () => {
    await worker.terminate();
    cell[1] = cell[0];
    console.log('done');
  });
} else {
  const cell = new Int32Array(workerData);
  cell[0] = 1;
  cell[1] = 1;
  parentPort.postMessage('written');
  setInterval(() => {}, 1000);
}
