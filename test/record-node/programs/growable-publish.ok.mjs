// The length of a growable buffer is read and written with sequential consistency: who sees it grown has seen what was written before.
import { isMainThread, Worker, workerData } from 'node:worker_threads';

if (isMainThread) {
  const memory = new SharedArrayBuffer(8, { maxByteLength: 64 });
  const words = new Int32Array(memory, 0, 2);
  new Worker(new URL(import.meta.url), { workerData: memory });
  while (memory.byteLength === 8);
  console.log(words[1]);
} else {
  new Int32Array(workerData, 0, 2)[1] = 9;
  workerData.grow(16);
}
