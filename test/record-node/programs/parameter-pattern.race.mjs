// A parameter takes the view apart, out of sight of the place that calls.
import { isMainThread, Worker, workerData } from 'node:worker_threads';

const sum = ([first, second]) => first + second;

if (isMainThread) {
  const pair = new Float64Array(new SharedArrayBuffer(16));
  new Worker(new URL(import.meta.url), { workerData: { pairs: [pair] } });
  pair[1] = 0.5;
} else {
  console.log(workerData.pairs.map(sum).length);
}
