// The output of a worker ends when the worker does: then its result is there.
import { isMainThread, Worker, workerData } from 'node:worker_threads';

if (isMainThread) {
  const memory = new SharedArrayBuffer(16);
  const worker = new Worker(new URL(import.meta.url), { workerData: memory, stdout: true });
  let text = '';
  for await (const chunk of worker.stdout) text += chunk;
  console.log(text.trim(), new Int32Array(memory)[0]);
} else {
  console.log('working');
  new Int32Array(workerData)[0] = 42;
}
