// A copy into the middle of what the other worker copies out.
import { isMainThread, Worker, workerData } from 'node:worker_threads';

if (isMainThread) {
  const memory = new SharedArrayBuffer(64);
  for (const role of [0, 1]) new Worker(new URL(import.meta.url), { workerData: { memory, role } });
} else {
  const buffer = Buffer.from(workerData.memory);
  if (workerData.role === 0) {
    Buffer.from('abcd').copy(buffer, 8, 1, 3);
  } else {
    const own = Buffer.alloc(4);
    buffer.copy(own, 0, 9, 13);
  }
}
