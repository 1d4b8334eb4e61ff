// A worker waits while another listens for messages and sits in a call that takes longer than anybody looks: it notifies afterwards.
import { execFileSync } from 'node:child_process';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';

if (isMainThread) {
  const cells = new Int32Array(new SharedArrayBuffer(4));
  const workers = [0, 1].map((i) => new Worker(new URL(import.meta.url), { workerData: { cells, i } }));
  workers[0].on('exit', () => workers[1].postMessage('end'));
  // Not before the other has nothing to do but to listen.
  setTimeout(() => workers[1].postMessage('notify'), 1000);
} else if (workerData.i === 0) Atomics.wait(workerData.cells, 0, 0);
else
  parentPort.on('message', (what) => {
    if (what === 'end') return parentPort.close();
    execFileSync(process.execPath, ['-e', 'setTimeout(() => {}, 4000)'], { env: {} });
    Atomics.store(workerData.cells, 0, 1);
    Atomics.notify(workerData.cells, 0);
  });
