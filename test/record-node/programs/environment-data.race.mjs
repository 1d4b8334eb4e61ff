// Memory in the environment data of the thread: both workers write the same element.
import { getEnvironmentData, isMainThread, setEnvironmentData, Worker } from 'node:worker_threads';

if (isMainThread) {
  setEnvironmentData('memory', new SharedArrayBuffer(64));
  for (let i = 0; i < 2; i++) new Worker(new URL(import.meta.url));
} else {
  const words = new Int32Array(getEnvironmentData('memory'));
  words[1]++;
}
