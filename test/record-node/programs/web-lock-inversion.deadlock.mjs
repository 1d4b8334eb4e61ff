// Two workers take two locks in two orders, and each has its first. Node ends a worker that has nothing left to do but to wait, which gives its lock
// up: here neither ends before the other wants to.
import { isMainThread, locks, SHARE_ENV, Worker, workerData } from 'node:worker_threads';
import { after, reached, reachedNow } from './lib/steps.mjs';

if (isMainThread) {
  for (let i = 0; i < 2; i++)
    new Worker(new URL(import.meta.url), { workerData: i, env: SHARE_ENV }).on('exit', () => console.log('given up'));
} else {
  const [first, second] = workerData === 0 ? ['left', 'right'] : ['right', 'left'];
  process.on('exit', () => {
    reached(`gives up ${workerData}`);
    while (!reachedNow(`gives up ${1 - workerData}`));
  });
  locks.request(first, async () => {
    reached(`has ${workerData}`);
    await after(`has ${1 - workerData}`);
    await locks.request(second, () => console.log('never'));
  });
}
