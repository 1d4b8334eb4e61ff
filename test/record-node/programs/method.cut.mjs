// The visit of a method is cut between what it calls.
import { isMainThread, SHARE_ENV, Worker, workerData } from 'node:worker_threads';
import { after, reached, reachedNow } from './lib/steps.mjs';

class AtomicAccount {
  constructor(cells) {
    this.cells = cells;
  }
  withdraw = (amount) => this.set(this.balance() - amount);
}
class Account extends AtomicAccount {
  balance() {
    const now = Atomics.load(this.cells, 0);
    reached('read');
    while (!reachedNow('written'));
    return now;
  }
  set(value) {
    Atomics.store(this.cells, 0, value);
  }
}
if (isMainThread) {
  const cells = new Int32Array(new SharedArrayBuffer(4));
  const worker = new Worker(new URL(import.meta.url), { workerData: cells, env: SHARE_ENV });
  await after('read');
  Atomics.store(cells, 0, 200);
  reached('written');
  await new Promise((resolve) => worker.once('exit', resolve));
} else new Account(workerData).withdraw(10);
