// Rests of other objects, and patterns of a view without a rest.
import { isMainThread, Worker, workerData } from 'node:worker_threads';

function names({ cells, ...others }, { length } = cells) {
  return [length, ...Object.keys(others)];
}

if (isMainThread) {
  const cells = new Int32Array(new SharedArrayBuffer(16));
  new Worker(new URL(import.meta.url), { workerData: cells });
  cells[3] = 4;
} else {
  console.log(...names({ cells: workerData, a: 1, b: 2 }));
}
