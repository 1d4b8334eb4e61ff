// Parameters are taken apart in their order: the elements are copied when the default before them has waited for who writes them.
import { isMainThread, Worker, workerData } from 'node:worker_threads';

const copy = (flags, wait = Atomics.wait(flags, 0, 0), { length, ...elements } = flags.subarray(1)) => [wait, length, elements];

if (isMainThread) {
  const cells = new Int32Array(new SharedArrayBuffer(16));
  new Worker(new URL(import.meta.url), { workerData: cells });
  cells[3] = 4;
  Atomics.store(cells, 0, 1);
  Atomics.notify(cells, 0);
} else {
  const [, length, elements] = copy(workerData);
  for (const { 0: first, ...others } of [elements]) console.log(length, first, others);
}
