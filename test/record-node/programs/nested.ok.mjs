// A worker that starts a worker and waits for it; the memory goes down and the order comes back up.
import { Worker, workerData } from 'node:worker_threads';

const depth = workerData?.depth ?? 0;
const memory = workerData?.memory ?? new SharedArrayBuffer(8);
const cells = new Int32Array(memory);
cells[0] += 1;
if (depth < 2) {
  const worker = new Worker(new URL(import.meta.url), { workerData: { depth: depth + 1, memory } });
  worker.on('exit', () => {
    cells[0] += 1;
  });
}
