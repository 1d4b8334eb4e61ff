// What has an `apply`, a `values` and a `construct` of its own, and reads nothing of the view that it is given.
import { isMainThread, Worker, workerData } from 'node:worker_threads';

class Filter {
  apply(_, list) {
    return list.length;
  }
  values(list) {
    return list.byteLength;
  }
}

if (isMainThread) {
  const cells = new Int32Array(new SharedArrayBuffer(16));
  new Worker(new URL(import.meta.url), { workerData: cells });
  cells[3] = 4;
} else {
  const filter = new Filter();
  const { apply } = filter;
  const Numbers = { construct: (kind, list) => new kind(list.length), values: (list) => list.length };
  console.log(
    filter.apply(null, workerData),
    apply(null, workerData),
    new Filter().apply(1, workerData),
    filter.values(workerData),
  );
  console.log(Numbers.construct(Array, workerData).length, Numbers.values(workerData));
}
