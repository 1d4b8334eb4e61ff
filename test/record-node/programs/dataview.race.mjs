// The same bytes through a DataView and through a typed array.
import { isMainThread, Worker, workerData } from 'node:worker_threads';

if (isMainThread) {
  const memory = new SharedArrayBuffer(16);
  new Worker(new URL(import.meta.url), { workerData: memory });
  new DataView(memory).setFloat64(8, 1.25);
} else {
  console.log(typeof new Uint16Array(workerData)[6]);
}
