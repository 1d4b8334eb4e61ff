// A worker that ends stops the workers that it made, and waits for them: who hears of its end may use what they used.
import { once } from 'node:events';
import { isMainThread, parentPort, SHARE_ENV, Worker, workerData } from 'node:worker_threads';
import { after, reached } from './lib/steps.mjs';

const start = (cells, level) => new Worker(new URL(import.meta.url), { workerData: { cells, level }, env: SHARE_ENV });

if (isMainThread) {
  const cells = new Int32Array(new SharedArrayBuffer(8));
  await once(start(cells, 1), 'exit');
  cells[1] = 5;
  console.log(cells[1]);
} else if (workerData.level === 1) {
  start(workerData.cells, 2).once('message', async () => {
    await after('written');
    process.exit();
  });
} else {
  parentPort.postMessage('running');
  for (let i = 0; i < 1000; i++) workerData.cells[1] = i;
  reached('written');
  setInterval(() => {}, 1000);
}
