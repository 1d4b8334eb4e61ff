// The lock of the one is not the lock of the other.
import { isMainThread, locks, Worker, workerData } from 'node:worker_threads';

if (isMainThread) {
  const count = new Int32Array(new SharedArrayBuffer(4));
  for (const name of ['left', 'right']) new Worker(new URL(import.meta.url), { workerData: { count, name } });
} else {
  await locks.request(workerData.name, () => {
    workerData.count[0]++;
  });
}
