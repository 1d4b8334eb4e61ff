// A number of eight bytes is written by one and read by another: it may be torn.
import { isMainThread, Worker, workerData } from 'node:worker_threads';

if (isMainThread) {
  const numbers = new Float64Array(new SharedArrayBuffer(8));
  new Worker(new URL(import.meta.url), { workerData: numbers });
  for (const value of [Math.PI, Math.E]) numbers[0] = value;
} else {
  console.log(typeof workerData[0]);
}
