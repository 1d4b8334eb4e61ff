// Copies and texts side by side.
import { isMainThread, Worker, workerData } from 'node:worker_threads';

if (isMainThread) {
  const memory = new SharedArrayBuffer(64);
  for (const role of [0, 1]) new Worker(new URL(import.meta.url), { workerData: { memory, role } });
} else {
  const buffer = Buffer.from(workerData.memory);
  if (workerData.role === 0) {
    Buffer.from('abcd').copy(buffer, 8, 1, 3);
    buffer.write('xyz', 0);
    buffer.fill('-', 16, 20);
  } else {
    const own = Buffer.alloc(4);
    buffer.copy(own, 0, 10, 14);
    console.log(own.length, buffer.toString('latin1', 20, 24).length, buffer.subarray(3, 8).equals(Buffer.alloc(5)));
  }
}
