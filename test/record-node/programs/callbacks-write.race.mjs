// A callback writes to the array that another worker maps.
import { isMainThread, Worker, workerData } from 'node:worker_threads';

if (isMainThread) {
  const memory = new SharedArrayBuffer(64);
  for (const role of [0, 1]) new Worker(new URL(import.meta.url), { workerData: { memory, role } });
} else {
  const bytes = new Uint8Array(workerData.memory);
  if (workerData.role === 0) {
    bytes.forEach((_, i, all) => {
      all[i] = i;
    });
  } else {
    console.log(bytes.map((byte) => byte * 2).length);
  }
}
