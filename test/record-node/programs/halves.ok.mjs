// Each worker sorts, reverses and copies within its own half.
import { isMainThread, Worker, workerData } from 'node:worker_threads';

if (isMainThread) {
  const memory = new SharedArrayBuffer(64);
  for (const role of [0, 1]) new Worker(new URL(import.meta.url), { workerData: { memory, role } });
} else {
  const bytes = new Uint8Array(workerData.memory);
  if (workerData.role === 0) {
    const half = bytes.subarray(0, 32);
    half.set([3, 1, 2], 29);
    half.sort().reverse().copyWithin(4, 0, 8);
  } else {
    const half = bytes.subarray(32);
    half.set(Uint8Array.from({ length: 32 }, (_, i) => i));
    half.reverse().copyWithin(0, 24);
    console.log(half.at(-1), half.indexOf(3), half.join().length);
  }
}
