// What is written after the worker was made is not.
import { isMainThread, Worker, workerData } from 'node:worker_threads';

if (isMainThread) {
  const cells = new Float32Array(new SharedArrayBuffer(16));
  new Worker(new URL(import.meta.url), { workerData: { deep: [cells] } });
  cells[1] = 2;
} else {
  const [cells] = workerData.deep;
  console.log(typeof cells[1]);
}
