// Two workers add to a counter without synchronisation.
import { isMainThread, Worker, workerData } from 'node:worker_threads';

if (isMainThread) {
  const memory = new SharedArrayBuffer(8);
  for (let i = 0; i < 2; i++) new Worker(new URL(import.meta.url), { workerData: memory });
} else {
  const counter = new Int32Array(workerData);
  for (let i = 0; i < 100; i++) counter[0]++;
}
