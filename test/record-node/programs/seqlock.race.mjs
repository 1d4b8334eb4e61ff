// A sequence lock: the reader looks at plain data and throws it away if the number has changed. ECMAScript calls that a race.
import { isMainThread, parentPort, SHARE_ENV, Worker, workerData } from 'node:worker_threads';
import { after, reached } from './lib/steps.mjs';

if (isMainThread) {
  const memory = new SharedArrayBuffer(16);
  const cells = new Int32Array(memory);
  const worker = new Worker(new URL(import.meta.url), { workerData: memory, env: SHARE_ENV });
  worker.once('message', async () => {
    await after('looked');
    Atomics.add(cells, 0, 1);
    cells[1] = 1;
    cells[2] = 1;
    Atomics.add(cells, 0, 1);
    reached('written');
  });
} else {
  const cells = new Int32Array(workerData);
  parentPort.postMessage('started');
  for (let i = 0; i < 20; i++) {
    const before = Atomics.load(cells, 0);
    const values = [cells[1], cells[2]];
    if (before % 2 === 0 && Atomics.load(cells, 0) === before && values[0] !== values[1]) throw new Error('torn');
  }
  reached('looked');
  // The exit of a worker would order all that it did before what its parent does next.
  await after('written');
}
