// They touch what they read and write, however they are called.
import { isMainThread, Worker, workerData } from 'node:worker_threads';

const { fill, at } = Array.prototype;

const own = (view, index) => {
  Reflect.apply(fill, view, [index, index, index + 1]);
  const first = at.bind(view, index);
  const found = Function.prototype.call.call([].find, view, (_, i) => i === 0);
  return [first(), at.call(view, index), fill.call([1, 2], 3), typeof found];
};

if (isMainThread) {
  const cells = new Float64Array(new SharedArrayBuffer(32));
  new Worker(new URL(import.meta.url), { workerData: cells });
  own(cells, 1);
} else {
  console.log(...own(workerData, 2));
}
