// The writer hands the first page over and goes on writing both.
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
      if (i === 1) Atomics.store(turn, 0, 1);
    }
  } else {
    while (Atomics.load(turn, 0) === 0);
    let sum = 0;
    for (const word of words) sum += word;
    console.log(sum > 0);
  }
}
