// Typed arrays that are made of a view, by names that their constructors are not known by.
import { isMainThread, Worker, workerData } from 'node:worker_threads';

class Numbers extends Int32Array {}

if (isMainThread) {
  const lists = Array.from({ length: 2 }, () => new Int32Array(new SharedArrayBuffer(16)));
  new Worker(new URL(import.meta.url), { workerData: lists });
  for (const list of lists) list[3] = 4;
} else {
  const [first, second] = workerData;
  console.log(new Numbers(first).length, new second.constructor(second).length);
}
