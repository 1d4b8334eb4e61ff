// Both workers write an element that a view gained when its buffer grew.
import { isMainThread, Worker, workerData } from 'node:worker_threads';

if (isMainThread) {
  const memory = new SharedArrayBuffer(8, { maxByteLength: 64 });
  for (const role of [0, 1]) new Worker(new URL(import.meta.url), { workerData: { memory, role } });
} else {
  const words = new Int32Array(workerData.memory);
  // The first to come makes room; growing again to the same size is allowed.
  workerData.memory.grow(32);
  if (workerData.role === 0) {
    words[6] = 1;
  } else {
    words[6] = 2;
  }
}
