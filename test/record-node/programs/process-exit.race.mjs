// A handler of `exit` after process.exit() runs while the worker may still run.
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';

if (isMainThread) {
  const cells = new Int32Array(new SharedArrayBuffer(16));
  const worker = new Worker(new URL(import.meta.url), { workerData: cells });
  process.once('exit', () => console.log(cells[0]));
  worker.once('message', () => setTimeout(() => process.exit(), 400));
} else {
  parentPort.postMessage('here');
  workerData[0] = 1;
}
