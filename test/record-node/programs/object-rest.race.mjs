// The rest of a pattern in a parameter copies all elements.
import { isMainThread, Worker, workerData } from 'node:worker_threads';

function copy({ length, ...elements }) {
  return [length, Object.keys(elements).length];
}

if (isMainThread) {
  const cells = new Int32Array(new SharedArrayBuffer(16));
  new Worker(new URL(import.meta.url), { workerData: cells });
  cells[3] = 4;
} else {
  console.log(...copy(workerData));
}
