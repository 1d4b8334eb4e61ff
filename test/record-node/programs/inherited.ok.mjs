// What is written to an object that inherits from a view is its own, and so is what it reads then.
import { isMainThread, Worker, workerData } from 'node:worker_threads';

if (isMainThread) {
  const cells = new Int32Array(new SharedArrayBuffer(16));
  new Worker(new URL(import.meta.url), { workerData: cells });
  cells[0] = 1;
} else {
  const heir = Object.create(workerData);
  heir[0] = 2;
  const literal = { __proto__: workerData, 0: 3 };
  console.log(heir[0], literal[0], literal[1], heir['2'], Reflect.get(heir, 3), heir[9], [4][0], 'text'[0]);
}
