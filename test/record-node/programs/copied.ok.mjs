// What is given a view, and reads nothing of it: it asks for its length, or keeps it.
import { isMainThread, Worker, workerData } from 'node:worker_threads';

class Zeros extends Int32Array {
  constructor(list) {
    super(list.length);
  }
}
class More extends Zeros {}
class Box {
  constructor(list) {
    this.list = list;
  }
}
class Named extends Box {}

if (isMainThread) {
  const cells = new Int32Array(new SharedArrayBuffer(16));
  new Worker(new URL(import.meta.url), { workerData: cells });
  cells[3] = 4;
} else console.log(new More(workerData).length, new Named(workerData).list.length, new Map([[workerData, 1]]).size);
