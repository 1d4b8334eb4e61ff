// A worker counts plainly; the total is read after its exit.
import { isMainThread, Worker, workerData } from 'node:worker_threads';

if (isMainThread) {
  const memory = new SharedArrayBuffer(8);
  const counter = new Int32Array(memory);
  counter[0] = 5;
  const worker = new Worker(new URL(import.meta.url), { workerData: memory });
  worker.on('exit', () => {
    console.log(counter[0]);
    counter[0] = 0;
  });
} else {
  const counter = new Int32Array(workerData);
  for (let i = 0; i < 100; i++) counter[0]++;
}
