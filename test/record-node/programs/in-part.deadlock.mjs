// Two workers wait for each other's locks, and the first thread goes on, and ends the program.
import { setTimeout } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { isMainThread, SHARE_ENV, Worker, workerData } from 'node:worker_threads';
import { Mutex } from './lib/mutex.mjs';
import { after, reached } from './lib/steps.mjs';

if (isMainThread) {
  const memory = new SharedArrayBuffer(16);
  for (let i = 0; i < 2; i++) new Worker(new URL(import.meta.url), { workerData: { memory, i }, env: SHARE_ENV });
  // Until both sleep, which V8 knows.
  setFlagsFromString('--allow-natives-syntax');
  const sleepers = new Function('words', 'at', 'return %AtomicsNumWaitersForTesting(words, at)');
  const words = new Int32Array(memory);
  while (sleepers(words, 0) + sleepers(words, 1) < 2) await setTimeout(5);
  process.exit();
} else {
  const { memory, i } = workerData;
  const [first, second] = [new Mutex(memory, i), new Mutex(memory, 1 - i)];
  first.lock();
  reached(i);
  await after(1 - i);
  second.lock();
}
