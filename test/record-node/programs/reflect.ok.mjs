// Each has elements of its own; names that are no elements touch nothing.
import { isMainThread, Worker, workerData } from 'node:worker_threads';

const elements = (view, index) => {
  Reflect.set(view, index, 1);
  Object.defineProperty(view, String(index), { value: 2 });
  Object.assign(view, { [index]: 3 });
  return [
    Reflect.get(view, 'length'),
    Reflect.get(view, index),
    Object.getOwnPropertyDescriptor(view, index).value,
    Reflect.has(view, 0),
  ];
};

if (isMainThread) {
  const cells = new Int16Array(new SharedArrayBuffer(8));
  new Worker(new URL(import.meta.url), { workerData: cells });
  elements(cells, 0);
} else {
  console.log(...elements(workerData, 1));
}
