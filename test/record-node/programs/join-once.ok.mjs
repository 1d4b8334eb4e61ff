// Exits and messages that are awaited by events.once and by listeners of every kind.
import { on, once } from 'node:events';
import { isMainThread, MessageChannel, parentPort, Worker, workerData } from 'node:worker_threads';

if (isMainThread) {
  const memory = new SharedArrayBuffer(64);
  const words = new Int32Array(memory);
  const { port1, port2 } = new MessageChannel();
  const worker = new Worker(new URL(import.meta.url), { workerData: { memory, port: port2 }, transferList: [port2] });
  const [first] = await once(worker, 'message');
  words[first]++;
  await new Promise((resolve) => {
    port1.onmessage = ({ data }) => {
      words[data]++;
      resolve();
    };
    port1.postMessage('next');
  });
  for await (const [at] of on(port1, 'message')) {
    words[at]++;
    break;
  }
  port1.close();
  await once(worker, 'exit');
  console.log(words.subarray(0, 5).join());
} else {
  const { memory, port } = workerData;
  const words = new Int32Array(memory);
  words[1] = 10;
  parentPort.postMessage(1);
  await once(port, 'message');
  words[2] = 20;
  port.postMessage(2);
  setTimeout(() => {
    words[3] = 30;
    port.postMessage(3);
    setTimeout(() => {
      words[4] = 40;
    }, 20);
  }, 20);
}
