// Whoever is first leads for ever, and the others wait for that when the program ends: nothing is wrong.
import { isMainThread, locks, Worker } from 'node:worker_threads';

locks.request('leader', async () => {
  await locks.request('job', () => console.log(isMainThread ? 'main leads' : 'a worker leads'));
  await new Promise(() => {});
});
if (isMainThread) new Worker(new URL(import.meta.url));
