// The flag that the reader sees comes from a thread that did not write the data: a store replaces what a load is ordered after.
import { isMainThread, Worker, workerData } from 'node:worker_threads';

if (isMainThread) {
  const memory = new SharedArrayBuffer(16);
  const start = (role) => new Worker(new URL(import.meta.url), { workerData: { memory, role } });
  start('writer').on('exit', () => {});
  start('other');
  start('reader');
} else {
  const cells = new Int32Array(workerData.memory);
  if (workerData.role === 'writer') {
    cells[1] = 42;
    Atomics.store(cells, 2, 1);
  } else if (workerData.role === 'other') Atomics.store(cells, 0, 1);
  else {
    while (Atomics.load(cells, 0) === 0);
    console.log(typeof cells[1]);
  }
}
