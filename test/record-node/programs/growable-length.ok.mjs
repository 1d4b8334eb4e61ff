// The same by the length of a view that follows the buffer.
import { isMainThread, Worker, workerData } from 'node:worker_threads';

if (isMainThread) {
  const memory = new SharedArrayBuffer(8, { maxByteLength: 64 });
  const words = new Int32Array(memory);
  new Worker(new URL(import.meta.url), { workerData: memory });
  while (words.length === 2);
  console.log(words[1]);
} else {
  new Int32Array(workerData)[1] = 9;
  workerData.grow(16);
}
