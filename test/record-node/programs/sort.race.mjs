// One worker sorts what the other reads in order.
import { isMainThread, Worker, workerData } from 'node:worker_threads';

if (isMainThread) {
  const memory = new SharedArrayBuffer(64);
  for (const role of [0, 1]) new Worker(new URL(import.meta.url), { workerData: { memory, role } });
} else {
  const bytes = new Uint8Array(workerData.memory);
  if (workerData.role === 0) {
    bytes.sort();
  } else {
    let sum = 0;
    for (const byte of bytes) sum += byte;
    console.log(sum);
  }
}
