// Two workers that talk through a channel of their own, one of them by receiveMessageOnPort.
import { isMainThread, MessageChannel, receiveMessageOnPort, Worker, workerData } from 'node:worker_threads';

if (isMainThread) {
  const { port1, port2 } = new MessageChannel();
  const cells = new Int32Array(new SharedArrayBuffer(16));
  new Worker(new URL(import.meta.url), { workerData: { port: port1, cells, sends: true }, transferList: [port1] });
  new Worker(new URL(import.meta.url), { workerData: { port: port2, cells, sends: false }, transferList: [port2] });
} else if (workerData.sends) {
  workerData.cells[0] = 3;
  workerData.port.postMessage('written');
  workerData.port.close();
} else {
  let received;
  while (received === undefined) received = receiveMessageOnPort(workerData.port);
  console.log(workerData.cells[0]);
  workerData.port.close();
}
