// Neighbouring bytes are different memory.
import { isMainThread, Worker, workerData } from 'node:worker_threads';

if (isMainThread) {
  const memory = new SharedArrayBuffer(8);
  for (let i = 0; i < 3; i++) new Worker(new URL(import.meta.url), { workerData: { memory, i } });
} else {
  const bytes = new Uint8Array(workerData.memory);
  for (let i = 0; i < 10; i++) bytes[workerData.i] += 1;
  new Uint16Array(workerData.memory, 6)[0];
}
