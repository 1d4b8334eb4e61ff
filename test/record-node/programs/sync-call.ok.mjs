// A synchronous call into a worker: the main thread blocks on Atomics.wait and takes the answer with receiveMessageOnPort.
import { isMainThread, MessageChannel, receiveMessageOnPort, Worker, workerData } from 'node:worker_threads';

if (isMainThread) {
  const memory = new SharedArrayBuffer(64);
  const cells = new Int32Array(memory);
  const { port1, port2 } = new MessageChannel();
  const worker = new Worker(new URL(import.meta.url), { workerData: { memory, port: port2 }, transferList: [port2] });
  for (let i = 1; i <= 5; i++) {
    cells[4] = i;
    port1.postMessage(i);
    Atomics.wait(cells, 0, i - 1);
    const { message } = receiveMessageOnPort(port1);
    if (message !== i * i || cells[5] !== i * i) throw new Error('wrong answer');
  }
  worker.terminate();
} else {
  const { memory, port } = workerData;
  const cells = new Int32Array(memory);
  port.on('message', (i) => {
    cells[5] = cells[4] * i;
    port.postMessage(cells[5]);
    Atomics.store(cells, 0, i);
    Atomics.notify(cells, 0);
  });
}
