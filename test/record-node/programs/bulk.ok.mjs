// Each worker sorts, copies and fills its own half.
import { isMainThread, Worker, workerData } from 'node:worker_threads';

if (isMainThread) {
  const cells = new Int16Array(new SharedArrayBuffer(64));
  cells.set([5, 4, 3, 2, 1], 3);
  for (let i = 0; i < 2; i++) new Worker(new URL(import.meta.url), { workerData: { cells, i } });
} else {
  const half = workerData.cells.subarray(workerData.i * 16, workerData.i * 16 + 16);
  half.sort();
  half.copyWithin(2, 0, 4);
  half.fill(1, 8).reverse();
  console.log(half.slice(0, 2).length, half.includes(9), [...half.map((x) => x + 1)].length);
}
