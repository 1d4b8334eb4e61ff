// What was written before the worker started is there for it to read, also by the environment data of a nested worker.
import { once } from 'node:events';
import { getEnvironmentData, isMainThread, setEnvironmentData, Worker } from 'node:worker_threads';

if (isMainThread) {
  const memory = new SharedArrayBuffer(64);
  const words = new Int32Array(memory);
  words[0] = 7;
  setEnvironmentData('memory', memory);
  const worker = new Worker(new URL(import.meta.url));
  await once(worker, 'exit');
  console.log(words[0]);
} else {
  const words = new Int32Array(getEnvironmentData('memory'));
  if (++words[0] === 8) await once(new Worker(new URL(import.meta.url)), 'exit');
  words[0]++;
}
