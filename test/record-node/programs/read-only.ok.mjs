// Many read what was written before they were made.
import { isMainThread, Worker, workerData } from 'node:worker_threads';

if (isMainThread) {
  const table = new Uint16Array(new SharedArrayBuffer(64));
  for (let i = 0; i < table.length; i++) table[i] = i * i;
  for (let i = 0; i < 3; i++) new Worker(new URL(import.meta.url), { workerData: table });
  console.log(table[5]);
} else {
  let sum = 0;
  workerData.forEach((value) => {
    sum += value;
  });
  console.log(sum === workerData.reduce((a, b) => a + b));
}
