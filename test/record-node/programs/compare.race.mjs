// Both sides of a comparison are read.
import { isMainThread, Worker, workerData } from 'node:worker_threads';

if (isMainThread) {
  const bytes = new Uint8Array(new SharedArrayBuffer(16));
  new Worker(new URL(import.meta.url), { workerData: bytes });
  bytes[9] = 1;
} else {
  console.log(typeof Buffer.alloc(4).compare(workerData, 8, 12));
}
