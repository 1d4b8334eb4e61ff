// The worker says that it is ready before it is.
import { createInterface } from 'node:readline';
import { isMainThread, Worker, workerData } from 'node:worker_threads';

if (isMainThread) {
  const memory = new SharedArrayBuffer(16);
  const worker = new Worker(new URL(import.meta.url), { workerData: memory, stdout: true });
  createInterface({ input: worker.stdout }).once('line', (line) => console.log(line, new Int32Array(memory)[0] >= 0));
} else {
  console.log('ready');
  new Int32Array(workerData)[0] = 42;
  console.log('done');
}
