// So does destructuring, and a pattern can write.
import { isMainThread, Worker, workerData } from 'node:worker_threads';

if (isMainThread) {
  const cells = new Uint8Array(new SharedArrayBuffer(4));
  new Worker(new URL(import.meta.url), { workerData: cells });
  [cells[1], cells[0]] = [1, 2];
} else {
  const { 1: second } = workerData;
  console.log(typeof second);
}
