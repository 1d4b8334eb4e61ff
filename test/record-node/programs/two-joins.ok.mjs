// Two workers, one after the other: the second starts when the first has ended.
import { isMainThread, Worker, workerData } from 'node:worker_threads';

if (isMainThread) {
  const memory = new SharedArrayBuffer(8);
  const start = (then) => new Worker(new URL(import.meta.url), { workerData: memory }).on('exit', then);
  start(() => start(() => console.log(new Int32Array(memory)[0])));
} else {
  const counter = new Int32Array(workerData);
  for (let i = 0; i < 10; i++) counter[0] += 2;
}
