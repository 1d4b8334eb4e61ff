// What the worker prints passes through the parent, which does not listen, and so learns nothing from it.
import { isMainThread, Worker, workerData } from 'node:worker_threads';

if (isMainThread) {
  const memory = new SharedArrayBuffer(16);
  new Worker(new URL(import.meta.url), { workerData: memory });
  setTimeout(() => console.log(new Int32Array(memory)[0]), 400);
} else {
  new Int32Array(workerData)[0] = 42;
  console.log('written');
}
