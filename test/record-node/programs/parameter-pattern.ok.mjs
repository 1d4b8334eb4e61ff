// It reads only as many elements as it names.
import { isMainThread, Worker, workerData } from 'node:worker_threads';

const sum = ([first, second]) => first + second;

if (isMainThread) {
  const numbers = new Float64Array(new SharedArrayBuffer(24));
  new Worker(new URL(import.meta.url), { workerData: { pairs: [numbers] } });
  numbers[2] = 0.5;
} else {
  const {
    pairs: [[third]],
  } = workerData;
  console.log(workerData.pairs.map(sum), third);
}
