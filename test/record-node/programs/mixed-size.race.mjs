// A byte and the word around it.
import { isMainThread, Worker, workerData } from 'node:worker_threads';

if (isMainThread) {
  const memory = new SharedArrayBuffer(8);
  new Worker(new URL(import.meta.url), { workerData: memory });
  new Uint32Array(memory)[0] = 0xffffffff;
} else {
  new Uint8Array(workerData)[2] = 1;
}
