// Unaligned words that share one byte.
import { isMainThread, Worker, workerData } from 'node:worker_threads';

if (isMainThread) {
  const memory = new SharedArrayBuffer(64);
  for (const role of [0, 1]) new Worker(new URL(import.meta.url), { workerData: { memory, role } });
} else {
  const view = new DataView(workerData.memory);
  if (workerData.role === 0) {
    view.setUint32(1, 0x01020304);
  } else {
    console.log(view.getUint16(4) >= 0);
  }
}
