// A worker grows the buffer, fills the new part and says so in a message; the view of the main thread grows along.
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';

if (isMainThread) {
  const memory = new SharedArrayBuffer(8, { maxByteLength: 64 });
  const words = new Int32Array(memory);
  words[0] = 7;
  const worker = new Worker(new URL(import.meta.url), { workerData: memory });
  worker.once('message', () => {
    console.log(words.length, words[0], words[15]);
    words[15] = 0;
  });
} else {
  workerData.grow(64);
  const words = new Int32Array(workerData);
  words.fill(words[0], 2);
  parentPort.postMessage('grown');
}
