// A mutex made of Atomics.wait and notify around plain data.
import { isMainThread, Worker, workerData } from 'node:worker_threads';

/** A mutex with three states: free, held, held and awaited. */
class Mutex {
  constructor(memory, at) {
    this.cells = new Int32Array(memory);
    this.at = at;
  }
  lock() {
    let state = Atomics.compareExchange(this.cells, this.at, 0, 1);
    while (state !== 0) {
      if (state === 2 || Atomics.compareExchange(this.cells, this.at, 1, 2) !== 0) Atomics.wait(this.cells, this.at, 2);
      state = Atomics.compareExchange(this.cells, this.at, 0, 2);
    }
  }
  unlock() {
    if (Atomics.sub(this.cells, this.at, 1) !== 1) {
      Atomics.store(this.cells, this.at, 0);
      Atomics.notify(this.cells, this.at, 1);
    }
  }
}

if (isMainThread) {
  const memory = new SharedArrayBuffer(32);
  for (let i = 0; i < 2; i++) new Worker(new URL(import.meta.url), { workerData: { memory, i } });
} else {
  const mutex = new Mutex(workerData.memory, 0);
  const data = new Float64Array(workerData.memory, 8, 2);
  for (let i = 0; i < 30; i++) {
    mutex.lock();
    data[0] += 0.5;
    data[1] -= 0.5;
    mutex.unlock();
  }
}
