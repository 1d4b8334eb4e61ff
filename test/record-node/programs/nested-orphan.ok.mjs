// A worker that ends stops the workers that it made, and waits for them: who hears of its end may use what they used.
import { once } from 'node:events';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';

const start = (cells, level) => new Worker(new URL(import.meta.url), { workerData: { cells, level } });

if (isMainThread) {
  const cells = new Int32Array(new SharedArrayBuffer(8));
  await once(start(cells, 1), 'exit');
  cells[1] = 5;
  console.log(cells[1]);
} else if (workerData.level === 1) {
  start(workerData.cells, 2).once('message', () => setTimeout(() => process.exit(), 100));
} else {
  parentPort.postMessage('running');
  for (let i = 0; i < 1000; i++) workerData.cells[1] = i;
  setInterval(() => {}, 1000);
}
