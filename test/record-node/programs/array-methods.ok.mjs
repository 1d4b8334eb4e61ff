// Each has half of the elements, and its methods touch no others.
import { isMainThread, Worker, workerData } from 'node:worker_threads';

const half = (view, from) => {
  Array.prototype.fill.call(view, 5, from, from + 4);
  Array.prototype.copyWithin.call(view, from, from + 2, from + 4);
  const part = view.subarray(from, from + 4);
  Array.prototype.sort.call(part);
  Array.prototype.reverse.call(part);
  return [].slice.call(view, from, from + 4).concat([].at.call(view, from), [].indexOf.call(view, 5, from));
};

if (isMainThread) {
  const cells = new Int32Array(new SharedArrayBuffer(32));
  new Worker(new URL(import.meta.url), { workerData: cells });
  half(cells, 0);
} else {
  console.log(...half(workerData, 4));
}
