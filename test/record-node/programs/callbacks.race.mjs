// One worker visits the elements by callbacks while the other fills them.
import { isMainThread, Worker, workerData } from 'node:worker_threads';

if (isMainThread) {
  const memory = new SharedArrayBuffer(64);
  for (const role of [0, 1]) new Worker(new URL(import.meta.url), { workerData: { memory, role } });
} else {
  const bytes = new Uint8Array(workerData.memory);
  if (workerData.role === 0) {
    console.log(bytes.reduce((sum, byte) => sum + byte, 0) >= 0);
  } else {
    bytes.fill(1);
  }
}
