// A proxy stands before the view, and reads and writes it by Reflect.
import { isMainThread, Worker, workerData } from 'node:worker_threads';

const counted = (view) =>
  new Proxy(view, {
    get: (target, name) => Reflect.get(target, name),
    set: (target, name, value) => Reflect.set(target, name, value),
  });

if (isMainThread) {
  const cells = new Int16Array(new SharedArrayBuffer(8));
  new Worker(new URL(import.meta.url), { workerData: cells });
  counted(cells)[2] = 4;
} else {
  console.log(typeof counted(workerData)[2]);
}
