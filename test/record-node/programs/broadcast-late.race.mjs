// Written after the broadcast.
import { BroadcastChannel, isMainThread, parentPort, Worker } from 'node:worker_threads';

const channel = new BroadcastChannel('memory');
if (isMainThread) {
  const cells = new Int32Array(new SharedArrayBuffer(16));
  let ready = 0;
  let done = 0;
  const start = () =>
    new Worker(new URL(import.meta.url)).on('message', (word) => {
      if (word === 'ready' && ++ready === 2) {
        channel.postMessage({ cells });
        cells[0] = 1;
      }
      if (word === 'done' && ++done === 2) channel.close();
    });
  start();
  start();
} else {
  channel.onmessage = ({ data: { cells } }) => {
    console.log(typeof cells[0]);
    channel.close();
    parentPort.postMessage('done');
  };
  parentPort.postMessage('ready');
}
