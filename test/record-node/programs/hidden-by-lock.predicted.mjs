// The run is ordered by a mutex by accident: the other order of the sections has the race.
import { isMainThread, SHARE_ENV, Worker, workerData } from 'node:worker_threads';
import { after, reached } from './lib/steps.mjs';

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
  for (let i = 0; i < 2; i++) new Worker(new URL(import.meta.url), { workerData: { memory, i }, env: SHARE_ENV });
} else {
  const mutex = new Mutex(workerData.memory, 0);
  const cells = new Int32Array(workerData.memory);
  if (workerData.i === 0) {
    cells[4] = 1;
    mutex.lock();
    cells[5] = 1;
    mutex.unlock();
    reached('unlocked');
  } else {
    await after('unlocked');
    mutex.lock();
    cells[6] = 1;
    mutex.unlock();
    cells[4] = 2;
  }
}
