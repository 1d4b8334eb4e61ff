// Atomics of the same size over the same bytes, signed here and unsigned there.
import { isMainThread, Worker, workerData } from 'node:worker_threads';

if (isMainThread) {
  const memory = new SharedArrayBuffer(8);
  new Worker(new URL(import.meta.url), { workerData: memory });
  Atomics.store(new Uint32Array(memory), 0, 1);
  Atomics.add(new BigInt64Array(new SharedArrayBuffer(8)), 0, 1n);
} else {
  Atomics.exchange(new Int32Array(workerData), 0, 2);
}
