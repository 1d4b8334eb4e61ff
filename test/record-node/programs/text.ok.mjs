// Text behind a length that is stored when the text is there.
import { isMainThread, Worker, workerData } from 'node:worker_threads';

if (isMainThread) {
  const memory = new SharedArrayBuffer(64);
  for (const role of [0, 1]) new Worker(new URL(import.meta.url), { workerData: { memory, role } });
} else {
  const bytes = new Uint8Array(workerData.memory);
  const length = new Int32Array(workerData.memory, 0, 1);
  if (workerData.role === 0) {
    const { written } = new TextEncoder().encodeInto('héllo', bytes.subarray(4));
    Atomics.store(length, 0, written);
    Atomics.notify(length, 0);
  } else {
    Atomics.wait(length, 0, 0);
    const end = 4 + Atomics.load(length, 0);
    console.log(new TextDecoder().decode(bytes.slice(4, end)));
  }
}
