// The rest of a pattern in a parameter of an arrow function, and in the head of a loop, copies all elements.
import { isMainThread, Worker, workerData } from 'node:worker_threads';

const copy = ({ length, ...elements }) => Object.keys(elements).length + length;

if (isMainThread) {
  const cells = new Int32Array(new SharedArrayBuffer(16));
  new Worker(new URL(import.meta.url), { workerData: cells });
  cells[3] = 4;
} else {
  console.log(copy(workerData));
}
