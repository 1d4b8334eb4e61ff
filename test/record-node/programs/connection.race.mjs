// What is written after the bytes were sent races with who receives them.
import net from 'node:net';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';

if (isMainThread) {
  const cells = new Int32Array(new SharedArrayBuffer(4));
  const server = net.createServer((socket) => {
    socket.once('data', () => {
      if (cells[0] > 1) throw new Error('more than was written');
      socket.destroy();
      server.close();
    });
  });
  const worker = new Worker(new URL(import.meta.url), { workerData: cells });
  server.listen(0, '127.0.0.1', () => worker.postMessage(server.address().port));
} else {
  parentPort.once('message', (port) => {
    const socket = net.connect(port, '127.0.0.1', () => {
      socket.write('line');
      workerData[0] = 1;
    });
  });
}
