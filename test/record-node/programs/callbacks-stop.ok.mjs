// Searches by callbacks stop at what they find; the other worker writes behind it.
import { isMainThread, Worker, workerData } from 'node:worker_threads';

if (isMainThread) {
  const memory = new SharedArrayBuffer(64);
  for (const role of [0, 1]) new Worker(new URL(import.meta.url), { workerData: { memory, role } });
} else {
  const bytes = new Uint8Array(workerData.memory);
  if (workerData.role === 0) {
    console.log(
      bytes.find((byte) => byte === 0),
      bytes.some((byte) => byte === 0),
      bytes.findIndex(() => true),
    );
  } else {
    for (let i = 1; i < bytes.length; i++) bytes[i] = i;
  }
}
