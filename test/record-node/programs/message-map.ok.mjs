// Memory that arrives inside a Map comes with what was written before the message was sent.
import { isMainThread, parentPort, Worker } from 'node:worker_threads';

if (isMainThread) {
  const memory = new SharedArrayBuffer(64);
  const words = new Int32Array(memory);
  const worker = new Worker(new URL(import.meta.url));
  words[3] = 7;
  worker.postMessage(new Map([['memory', new Set([memory])]]));
  worker.once('message', () => {
    words[3]++;
  });
} else {
  parentPort.once('message', (message) => {
    const [memory] = message.get('memory');
    const words = new Int32Array(memory);
    words[3] *= 6;
    parentPort.postMessage('done');
  });
}
