// A method that was taken from arrays before there was any shared memory.
import { isMainThread, Worker, workerData } from 'node:worker_threads';

const { reduce } = Array.prototype;
const sum = Function.prototype.call.bind(reduce);

if (isMainThread) {
  const cells = new Float64Array(new SharedArrayBuffer(32));
  new Worker(new URL(import.meta.url), { workerData: cells });
  cells[3] = 0.5;
} else {
  console.log(typeof sum(workerData, (a, b) => a + b, 0));
}
