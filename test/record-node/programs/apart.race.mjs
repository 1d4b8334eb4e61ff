// Functions of Reflect, Object and Function.prototype under other names read all of a view.
import { isMainThread, Worker, workerData } from 'node:worker_threads';

const { apply } = Reflect;
const uncurryThis = Function.prototype.bind.bind(Function.prototype.call);
const callWith = uncurryThis(Function.prototype.apply);

if (isMainThread) {
  const lists = Array.from({ length: 3 }, () => new Int32Array(new SharedArrayBuffer(16)));
  new Worker(new URL(import.meta.url), { workerData: lists });
  for (const list of lists) list[3] = 4;
} else {
  const { values } = Object;
  console.log(apply(Math.max, null, workerData[0]) >= 0, callWith(Math.min, null, workerData[1]), values(workerData[2]).length);
}
