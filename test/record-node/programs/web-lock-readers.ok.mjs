// Readers share the lock, of the module under its other name, and one agent has it several times at once; who writes has it alone.
import { setImmediate } from 'node:timers/promises';
import { isMainThread, locks, Worker, workerData } from 'node:worker_threads';

if (isMainThread) {
  const table = new Int32Array(new SharedArrayBuffer(8));
  for (let i = 0; i < 3; i++) new Worker(new URL(import.meta.url), { workerData: { table, writes: i === 0 } });
} else {
  const { table, writes } = workerData;
  const read = () =>
    locks.request('table', { mode: 'shared' }, async () => {
      const first = table[0];
      await setImmediate();
      if (first !== table[1]) throw new Error('torn');
    });
  const write = () =>
    locks.request('table', async () => {
      table[0]++;
      await setImmediate();
      table[1]++;
    });
  const alive = setInterval(() => {}, 1000);
  for (let i = 0; i < 5; i++) await (writes ? write() : Promise.all([read(), read()]));
  clearInterval(alive);
}
