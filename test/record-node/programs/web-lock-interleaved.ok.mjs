// Each agent has two locks at a time, in two orders, but in callbacks that do not wait for each other: each gives its lock up whatever becomes of
// the other.
import { isMainThread, locks, SHARE_ENV, Worker, workerData } from 'node:worker_threads';
import { after, reached } from './lib/steps.mjs';

if (isMainThread) {
  reached(0);
  for (let i = 0; i < 2; i++) new Worker(new URL(import.meta.url), { workerData: i, env: SHARE_ENV });
} else {
  const [first, second] = workerData === 0 ? ['left', 'right'] : ['right', 'left'];
  await after(workerData);
  let inner;
  await locks.request(first, async () => {
    await new Promise((entered) => {
      inner = locks.request(second, async () => entered());
    });
  });
  await locks.request(first, async () => {
    inner = locks.request(second, async () => after(`over ${workerData}`));
  });
  reached(`over ${workerData}`);
  await inner;
  reached(workerData + 1);
}
