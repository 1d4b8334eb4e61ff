// A loop over the elements reads them.
import { isMainThread, Worker, workerData } from 'node:worker_threads';

if (isMainThread) {
  const cells = new Uint8Array(new SharedArrayBuffer(4));
  new Worker(new URL(import.meta.url), { workerData: cells });
  cells[3] = 1;
} else {
  let sum = 0;
  for (const cell of workerData) sum += cell;
  console.log(typeof sum);
}
