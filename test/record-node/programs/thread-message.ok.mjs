// Messages to threads by their number: the answer comes when the other has heard them.
import * as threads from 'node:worker_threads';

const { isMainThread, parentPort, postMessageToThread, Worker, workerData } = threads;

if (postMessageToThread === undefined) console.log('not in this version');
else if (isMainThread) {
  const memory = new SharedArrayBuffer(16);
  const words = new Int32Array(memory);
  const worker = new Worker(new URL(import.meta.url), { workerData: memory });
  worker.once('message', async () => {
    words[0] = 1;
    await postMessageToThread(worker.threadId, { text: 'add' });
    console.log(words[0]);
  });
} else {
  process.once('workerMessage', () => {
    new Int32Array(workerData)[0]++;
    parentPort.close();
  });
  parentPort.on('message', () => {});
  parentPort.postMessage('listening');
}
