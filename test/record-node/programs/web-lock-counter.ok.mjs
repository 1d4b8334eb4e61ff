// Two workers count under a Web Lock that is held across an await. Waiting for a lock does not keep a thread of Node running; a timer does.
import { setImmediate } from 'node:timers/promises';
import { isMainThread, Worker, workerData } from 'node:worker_threads';

if (isMainThread) {
  const count = new Int32Array(new SharedArrayBuffer(4));
  for (let i = 0; i < 2; i++) new Worker(new URL(import.meta.url), { workerData: count });
} else {
  const alive = setInterval(() => {}, 1000);
  for (let i = 0; i < 10; i++)
    await navigator.locks.request('count', async () => {
      const before = workerData[0];
      await setImmediate();
      workerData[0] = before + 1;
    });
  clearInterval(alive);
}
