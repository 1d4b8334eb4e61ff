// A port goes from the first worker by way of the main thread to the second, which closes it when it is done.
import { isMainThread, MessageChannel, parentPort, Worker, workerData } from 'node:worker_threads';

if (isMainThread) {
  const memory = new SharedArrayBuffer(16);
  const [first, second] = ['first', 'second'].map(
    (role) => new Worker(new URL(import.meta.url), { workerData: { memory, role } }),
  );
  first.once('message', ({ port }) => second.postMessage({ port }, [port]));
} else {
  const words = new Int32Array(workerData.memory);
  if (workerData.role === 'first') {
    const { port1, port2 } = new MessageChannel();
    parentPort.postMessage({ port: port2 }, [port2]);
    port1.once('close', () => console.log(words[0]));
  } else {
    parentPort.once('message', ({ port }) => {
      words[0] = 7;
      port.close();
    });
  }
}
