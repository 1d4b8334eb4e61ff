// A number that one worker writes by a method of Buffer and the other reads half of.
import { isMainThread, Worker, workerData } from 'node:worker_threads';

if (isMainThread) {
  const memory = new SharedArrayBuffer(64);
  for (const role of [0, 1]) new Worker(new URL(import.meta.url), { workerData: { memory, role } });
} else {
  const buffer = Buffer.from(workerData.memory);
  if (workerData.role === 0) {
    buffer.writeUInt32LE(0xffffffff, 10);
  } else {
    console.log(buffer.readUInt16BE(12) >= 0);
  }
}
