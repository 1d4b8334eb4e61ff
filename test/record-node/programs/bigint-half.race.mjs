// An atomic of 64 bits against a plain access to half of it.
import { isMainThread, Worker, workerData } from 'node:worker_threads';

const AT = 2;

if (isMainThread) {
  const memory = new SharedArrayBuffer(64);
  for (let i = 0; i < 2; i++) new Worker(new URL(import.meta.url), { workerData: { memory, me: i + 1 } });
} else {
  const cells = new Int32Array(workerData.memory);
  if (workerData.me === 1) Atomics.add(new BigUint64Array(cells.buffer), AT, 1n);
  else console.log(cells[2 * AT + 1] >= 0);
}
