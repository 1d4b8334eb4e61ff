// The update is one atomic operation.
import { isMainThread, Worker, workerData } from 'node:worker_threads';
import { atomic } from 'foretrace/annotate';

const cells = isMainThread ? new Int32Array(new SharedArrayBuffer(4)) : workerData;
const worker = isMainThread && new Worker(new URL(import.meta.url), { workerData: cells });
for (let i = 0; i < 100; i++) atomic('withdraw', () => Atomics.sub(cells, 0, 10));
if (worker) await new Promise((resolve) => worker.once('exit', resolve));
