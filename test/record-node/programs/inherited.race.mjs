// An object that inherits from a view has its elements.
import { isMainThread, Worker, workerData } from 'node:worker_threads';

function Cells() {}

if (isMainThread) {
  const cells = new Int32Array(new SharedArrayBuffer(16));
  new Worker(new URL(import.meta.url), { workerData: cells });
  cells.fill(7);
} else {
  Cells.prototype = workerData;
  console.log(typeof new Cells()[1]);
}
