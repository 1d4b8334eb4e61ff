// Searches read no further than what they find; the other worker writes behind it.
import { isMainThread, Worker, workerData } from 'node:worker_threads';

if (isMainThread) {
  const memory = new SharedArrayBuffer(64);
  for (const role of [0, 1]) new Worker(new URL(import.meta.url), { workerData: { memory, role } });
} else {
  const bytes = new Uint8Array(workerData.memory);
  const buffer = Buffer.from(workerData.memory);
  if (workerData.role === 0) console.log(bytes.includes(0), bytes.indexOf(0), buffer.indexOf(0), buffer.includes(0));
  else bytes[5] = 1;
}
