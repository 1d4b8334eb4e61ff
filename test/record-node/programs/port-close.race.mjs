// The worker closes its port, and only then writes the result.
import { isMainThread, MessageChannel, Worker, workerData } from 'node:worker_threads';

if (isMainThread) {
  const memory = new SharedArrayBuffer(16);
  const { port1, port2 } = new MessageChannel();
  new Worker(new URL(import.meta.url), { workerData: { memory, port: port2 }, transferList: [port2] });
  port1.on('close', () => console.log(new Int32Array(memory)[0] >= 0));
} else {
  const { memory, port } = workerData;
  port.close();
  new Int32Array(memory)[0] = 42;
}
