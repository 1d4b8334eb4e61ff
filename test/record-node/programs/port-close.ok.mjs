// The worker closes its port when the result is there; the close event says so.
import { isMainThread, MessageChannel, SHARE_ENV, Worker, workerData } from 'node:worker_threads';
import { after, reached } from './lib/steps.mjs';

if (isMainThread) {
  const memory = new SharedArrayBuffer(16);
  const { port1, port2 } = new MessageChannel();
  new Worker(new URL(import.meta.url), { workerData: { memory, port: port2 }, transferList: [port2], env: SHARE_ENV });
  port1.on('close', () => {
    console.log(new Int32Array(memory)[0]);
    reached('closed');
  });
} else {
  const { memory, port } = workerData;
  new Int32Array(memory)[0] = 42;
  port.close();
  // The thread goes on: its end orders nothing here.
  await after('closed');
}
