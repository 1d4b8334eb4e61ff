// One producer, one consumer; the indices are atomic, the slots plain.
import { isMainThread, Worker, workerData } from 'node:worker_threads';

const SIZE = 8;
const COUNT = 60;
if (isMainThread) {
  const memory = new SharedArrayBuffer(8 + SIZE * 4);
  for (const role of ['producer', 'consumer']) new Worker(new URL(import.meta.url), { workerData: { memory, role } });
} else {
  const index = new Int32Array(workerData.memory, 0, 2);
  const slots = new Int32Array(workerData.memory, 8);
  if (workerData.role === 'producer') {
    for (let i = 0; i < COUNT; i++) {
      while (i - Atomics.load(index, 1) === SIZE);
      slots[i % SIZE] = i;
      Atomics.store(index, 0, i + 1);
    }
  } else {
    let sum = 0;
    for (let i = 0; i < COUNT; i++) {
      while (Atomics.load(index, 0) === i);
      sum += slots[i % SIZE];
      Atomics.store(index, 1, i + 1);
    }
    console.log(sum);
  }
}
