// The waiter is woken by a notify that follows the write; the value is only looked at by wait itself.
import { isMainThread, Worker, workerData } from 'node:worker_threads';

if (isMainThread) {
  const cells = new Int32Array(new SharedArrayBuffer(16));
  new Worker(new URL(import.meta.url), { workerData: cells });
  cells[1] = 42;
  const wake = () => Atomics.notify(cells, 0) === 0 && setTimeout(wake, 5);
  wake();
} else {
  Atomics.wait(workerData, 0, 0);
  console.log(workerData[1]);
}
