// A message to a thread by its number, and a read that does not wait until it was heard.
import * as threads from 'node:worker_threads';

const { isMainThread, parentPort, postMessageToThread, Worker, workerData } = threads;

if (postMessageToThread === undefined) console.log('not in this version');
else if (isMainThread) {
  const memory = new SharedArrayBuffer(16);
  const words = new Int32Array(memory);
  const worker = new Worker(new URL(import.meta.url), { workerData: memory });
  worker.once('message', () => {
    words[0] = 1;
    postMessageToThread(worker.threadId, { text: 'add' });
    console.log(words[0] > 0);
  });
} else {
  process.once('workerMessage', () => {
    new Int32Array(workerData)[0]++;
    parentPort.close();
  });
  parentPort.on('message', () => {});
  parentPort.postMessage('listening');
}
