// The main thread reads when nothing is left to do, which is after both workers have ended.
import { isMainThread, Worker, workerData } from 'node:worker_threads';

if (isMainThread) {
  const cells = new Int32Array(new SharedArrayBuffer(16));
  for (const me of [0, 1]) new Worker(new URL(import.meta.url), { workerData: { cells, me } });
  process.once('beforeExit', () => console.log(cells[0]));
  process.once('exit', () => console.log(cells[1]));
} else {
  workerData.cells[workerData.me] = 1;
}
