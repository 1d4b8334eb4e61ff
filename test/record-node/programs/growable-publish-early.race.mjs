// The buffer grows before the word is written that its growth is to announce.
import { isMainThread, Worker, workerData } from 'node:worker_threads';

if (isMainThread) {
  const memory = new SharedArrayBuffer(8, { maxByteLength: 64 });
  const words = new Int32Array(memory, 0, 2);
  new Worker(new URL(import.meta.url), { workerData: memory });
  while (memory.byteLength === 8);
  console.log(typeof words[1]);
} else {
  workerData.grow(16);
  new Int32Array(workerData, 0, 2)[1] = 9;
}
