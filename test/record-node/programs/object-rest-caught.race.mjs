// What is thrown is a view, and `catch` takes it apart.
import { isMainThread, Worker, workerData } from 'node:worker_threads';

if (isMainThread) {
  const cells = new Int32Array(new SharedArrayBuffer(16));
  new Worker(new URL(import.meta.url), { workerData: cells });
  cells[3] = 4;
} else {
  try {
    throw workerData;
  } catch ({ length, ...elements }) {
    console.log(length, Object.keys(elements).length);
  }
}
