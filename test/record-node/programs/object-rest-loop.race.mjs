// The rest of a pattern in the head of a loop copies all elements but those that the pattern names.
import { isMainThread, Worker, workerData } from 'node:worker_threads';

if (isMainThread) {
  const cells = new Int32Array(new SharedArrayBuffer(16));
  new Worker(new URL(import.meta.url), { workerData: [cells] });
  cells[3] = 4;
} else {
  let count = 0;
  for (const { 0: first, ...others } of workerData) count += Object.keys(others).length + (first >= 0);
  console.log(count);
}
