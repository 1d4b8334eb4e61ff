// A worker that starts a worker and does not wait.
import { Worker, workerData } from 'node:worker_threads';

const depth = workerData?.depth ?? 0;
const memory = workerData?.memory ?? new SharedArrayBuffer(8);
const cells = new Int32Array(memory);
if (depth < 2) new Worker(new URL(import.meta.url), { workerData: { depth: depth + 1, memory } });
cells[0] += 1;
