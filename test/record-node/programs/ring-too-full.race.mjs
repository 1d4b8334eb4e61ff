// The producer does not wait for room: it overwrites what is being read.
import { isMainThread, Worker, workerData } from 'node:worker_threads';

const SIZE = 8;
if (isMainThread) {
  const memory = new SharedArrayBuffer(8 + SIZE * 4);
  for (const role of ['producer', 'consumer']) new Worker(new URL(import.meta.url), { workerData: { memory, role } });
} else {
  const index = new Int32Array(workerData.memory, 0, 2);
  const slots = new Int32Array(workerData.memory, 8);
  if (workerData.role === 'producer') {
    for (let i = 0; i < 2 * SIZE; i++) {
      // The second round begins when the consumer has begun, not when it is done.
      while (i === SIZE && Atomics.load(index, 1) === 0);
      slots[i % SIZE] = i;
      Atomics.store(index, 0, i + 1);
    }
  } else {
    while (Atomics.load(index, 0) < SIZE);
    Atomics.store(index, 1, 1);
    let sum = 0;
    for (let i = 0; i < SIZE; i++) sum += slots[i];
    console.log(typeof sum);
  }
}
