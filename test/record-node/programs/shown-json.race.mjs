// A snapshot as JSON, taken while the worker still writes.
import { isMainThread, Worker, workerData } from 'node:worker_threads';

if (isMainThread) {
  const numbers = new Float64Array(new SharedArrayBuffer(32));
  new Worker(new URL(import.meta.url), { workerData: numbers });
  console.log(JSON.stringify({ at: 1, state: { numbers } }).length > 0);
} else {
  for (let i = 0; i < 4; i++) workerData[i] = i;
}
