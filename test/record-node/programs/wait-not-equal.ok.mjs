// A wait that finds another value than it waits for has seen who wrote it, also if that was done while the thread was about to sleep.
import { isMainThread, Worker, workerData } from 'node:worker_threads';

const ROUNDS = 300;
const [GO, READY, ANSWER] = [0, ROUNDS, 2 * ROUNDS];
if (isMainThread) {
  const memory = new SharedArrayBuffer(12 * ROUNDS);
  for (const role of ['producer', 'consumer']) new Worker(new URL(import.meta.url), { workerData: { memory, role } });
} else {
  const cells = new Int32Array(workerData.memory);
  let sum = 0;
  for (let i = 0; i < ROUNDS; i++)
    if (workerData.role === 'producer') {
      while (Atomics.load(cells, GO + i) === 0);
      cells[ANSWER + i] = i;
      Atomics.store(cells, READY + i, 1);
      Atomics.notify(cells, READY + i);
    } else {
      Atomics.store(cells, GO + i, 1);
      Atomics.wait(cells, READY + i, 0);
      sum += cells[ANSWER + i];
    }
  if (workerData.role === 'consumer') console.log(sum);
}
