// Everything ends by process.exit, the worker in the middle of its life.
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';

if (isMainThread) {
  const cells = new Int32Array(new SharedArrayBuffer(8));
  const worker = new Worker(new URL(import.meta.url), { workerData: cells });
  worker.once('message', () =>
    setTimeout(() => {
      cells[0] = 1;
      process.exit(0);
    }, 200),
  );
} else {
  parentPort.postMessage('started');
  workerData[0] = 2;
  setInterval(() => {}, 1000);
}
