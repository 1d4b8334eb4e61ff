// The writer fills the page that nobody reads, then turns it; the reader answers before the next turn.
import { isMainThread, Worker, workerData } from 'node:worker_threads';

if (isMainThread) {
  const memory = new SharedArrayBuffer(72);
  for (const role of [0, 1]) new Worker(new URL(import.meta.url), { workerData: { memory, role } });
} else {
  const turn = new Int32Array(workerData.memory, 0, 2);
  const words = new Int32Array(workerData.memory, 8);
  if (workerData.role === 0) {
    for (let i = 1; i <= 20; i++) {
      words.fill(i, (i % 2) * 8, (i % 2) * 8 + 8);
      Atomics.store(turn, 0, i);
      while (Atomics.load(turn, 1) !== i);
    }
  } else {
    let sum = 0;
    for (let i = 1; i <= 20; i++) {
      while (Atomics.load(turn, 0) !== i);
      for (const word of words.subarray((i % 2) * 8, (i % 2) * 8 + 8)) sum += word;
      Atomics.store(turn, 1, i);
    }
    console.log(sum);
  }
}
