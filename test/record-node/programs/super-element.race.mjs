// An assignment to an element of `super` is one to an element of the view itself.
import { isMainThread, Worker, workerData } from 'node:worker_threads';

class Cells extends Int32Array {
  put(at, value) {
    super[at] = value;
  }
}

if (isMainThread) {
  const memory = new SharedArrayBuffer(16);
  new Worker(new URL(import.meta.url), { workerData: memory });
  new Cells(memory).put(3, 4);
} else {
  console.log(new Cells(workerData)[3] >= 0);
}
