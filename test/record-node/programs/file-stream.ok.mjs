// A message in shared memory goes to a stream; the worker writes the next one when the stream has it.
import { Writable } from 'node:stream';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';

if (isMainThread) {
  const memory = new SharedArrayBuffer(64);
  const worker = new Worker(new URL(import.meta.url), { workerData: memory });
  const sink = new Writable({ write: (_chunk, _encoding, done) => setImmediate(done) });
  let count = 0;
  worker.on('message', (length) => {
    sink.write(new Uint8Array(memory, 0, length), () => worker.postMessage(++count));
  });
} else {
  const bytes = new Uint8Array(workerData);
  const next = () => {
    bytes.fill(7, 0, 16);
    parentPort.postMessage(16);
  };
  parentPort.on('message', (count) => (count < 3 ? next() : parentPort.close()));
  next();
}
