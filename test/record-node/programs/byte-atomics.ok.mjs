// Atomics of single bytes beside plain bytes.
import { isMainThread, Worker, workerData } from 'node:worker_threads';

const MINE = 8;

if (isMainThread) {
  const memory = new SharedArrayBuffer(64);
  for (let i = 0; i < 2; i++) new Worker(new URL(import.meta.url), { workerData: { memory, me: i + 1 } });
} else {
  const cells = new Int32Array(workerData.memory);
  const bytes = new Uint8Array(cells.buffer);
  for (let i = 0; i < 20; i++) {
    Atomics.or(bytes, 0, 1 << workerData.me);
    Atomics.xor(bytes, 1, 255);
    bytes[MINE + workerData.me]++;
  }
}
