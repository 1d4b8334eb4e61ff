// Two orders, one worker after the other.
import { isMainThread, locks, SHARE_ENV, Worker, workerData } from 'node:worker_threads';
import { after, reached } from './lib/steps.mjs';

if (isMainThread) {
  reached(0);
  for (let i = 0; i < 2; i++) new Worker(new URL(import.meta.url), { workerData: i, env: SHARE_ENV });
} else {
  const [first, second] = workerData === 0 ? ['left', 'right'] : ['right', 'left'];
  await after(workerData);
  await locks.request(first, async () => {
    await locks.request(second, () => {});
  });
  reached(workerData + 1);
}
