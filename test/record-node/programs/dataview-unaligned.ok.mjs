// Unaligned words side by side.
import { isMainThread, Worker, workerData } from 'node:worker_threads';

if (isMainThread) {
  const memory = new SharedArrayBuffer(64);
  for (const role of [0, 1]) new Worker(new URL(import.meta.url), { workerData: { memory, role } });
} else {
  const view = new DataView(workerData.memory);
  if (workerData.role === 0) {
    view.setUint32(1, 0x01020304);
    view.setFloat64(9, Math.PI, true);
  } else {
    view.setUint8(0, 1);
    view.setInt16(5, -1);
    view.setUint16(7, 1, true);
    view.setBigInt64(17, 1n);
  }
}
