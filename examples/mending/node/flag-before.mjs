// The flag says that the answer is there. Neither compiler nor processor knows that the one belongs to the other.
import { isMainThread, Worker, workerData } from 'node:worker_threads';

const [READY, ANSWER] = [0, 1];
if (isMainThread) {
  const memory = new SharedArrayBuffer(8);
  for (const role of ['producer', 'consumer']) new Worker(new URL(import.meta.url), { workerData: { memory, role } });
} else {
  const cells = new Int32Array(workerData.memory);
  if (workerData.role === 'producer') {
    cells[ANSWER] = 42;
    cells[READY] = 1;
  } else {
    while (cells[READY] === 0);
    console.log(cells[ANSWER]);
  }
}
