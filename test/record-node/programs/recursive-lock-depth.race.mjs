// A recursive lock that counts its depth after it was given up.
import { isMainThread, Worker, workerData } from 'node:worker_threads';

/** A lock that its owner may take again: the owner is atomic, the depth is the owner's own. */
class RecursiveLock {
  constructor(cells, me) {
    Object.assign(this, { cells, me });
  }
  lock() {
    // The race can lose a release: the other owner's depth stays above one, and it ends with the lock in its hand. Hence not for ever.
    if (Atomics.load(this.cells, 0) !== this.me)
      for (let i = 0; i < 500 && Atomics.compareExchange(this.cells, 0, 0, this.me) !== 0; i++)
        Atomics.wait(this.cells, 0, 3 - this.me, 10);
    this.cells[1]++;
  }
  unlock() {
    if (this.cells[1] > 1) {
      this.cells[1]--;
      return;
    }
    Atomics.store(this.cells, 0, 0);
    Atomics.notify(this.cells, 0);
    this.cells[1] = 0;
  }
}

if (isMainThread) {
  const memory = new SharedArrayBuffer(64);
  for (let i = 0; i < 2; i++) new Worker(new URL(import.meta.url), { workerData: { memory, me: i + 1 } });
} else {
  const cells = new Int32Array(workerData.memory);
  const lock = new RecursiveLock(cells, workerData.me);
  for (let i = 0; i < 20; i++) {
    lock.lock();
    cells[2]++;
    lock.unlock();
  }
}
