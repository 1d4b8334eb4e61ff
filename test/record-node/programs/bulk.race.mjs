// One fills, the other copies out of it.
import { isMainThread, Worker, workerData } from 'node:worker_threads';

if (isMainThread) {
  const cells = new Int16Array(new SharedArrayBuffer(64));
  new Worker(new URL(import.meta.url), { workerData: cells });
  cells.fill(3);
} else {
  const copy = new Int16Array(4);
  copy.set(workerData.subarray(8, 12));
  console.log(copy.length);
}
