// Several producers and consumers; each slot has a sequence number that says whose turn it is.
import { isMainThread, Worker, workerData } from 'node:worker_threads';

const SIZE = 4;
const COUNT = 15;
if (isMainThread) {
  const memory = new SharedArrayBuffer(8 + SIZE * 8);
  const turns = new Int32Array(memory, 8, SIZE);
  for (let i = 0; i < SIZE; i++) turns[i] = i;
  for (let i = 0; i < 4; i++) new Worker(new URL(import.meta.url), { workerData: { memory, producer: i < 2 } });
} else {
  const heads = new Int32Array(workerData.memory, 0, 2);
  const turns = new Int32Array(workerData.memory, 8, SIZE);
  const slots = new Int32Array(workerData.memory, 8 + SIZE * 4, SIZE);
  const take = (head, offset) => {
    for (;;) {
      const at = Atomics.load(heads, head);
      if (Atomics.load(turns, at % SIZE) === at + offset && Atomics.compareExchange(heads, head, at, at + 1) === at) return at;
    }
  };
  for (let i = 0; i < COUNT; i++) {
    if (workerData.producer) {
      const at = take(0, 0);
      slots[at % SIZE] = i;
      Atomics.store(turns, at % SIZE, at + 1);
    } else {
      const at = take(1, 1);
      if (slots[at % SIZE] > COUNT) throw new Error('lost');
      Atomics.store(turns, at % SIZE, at + SIZE);
    }
  }
}
