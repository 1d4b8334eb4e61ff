// A structured clone of shared memory is the same memory.
import { isMainThread, Worker, workerData } from 'node:worker_threads';

if (isMainThread) {
  const memory = new SharedArrayBuffer(64);
  new Worker(new URL(import.meta.url), { workerData: memory });
  const { words } = structuredClone({ words: new Int32Array(memory) });
  words[2] = 1;
} else {
  new Int32Array(workerData)[2] = 2;
}
