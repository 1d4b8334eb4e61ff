// An object of a worker that is called over a port, with shared memory among the arguments.
import { isMainThread, parentPort, Worker } from 'node:worker_threads';
import { expose, wrap } from 'comlink';
import nodeEndpoint from 'comlink/dist/esm/node-adapter.mjs';
import sum from './task.mjs';

if (isMainThread) {
  const memory = new SharedArrayBuffer(4 + 400);
  const bytes = new Uint8Array(memory, 4).fill(1);
  const workers = [0, 1].map(() => new Worker(new URL(import.meta.url)));
  const tasks = workers.map((worker, i) => wrap(nodeEndpoint(worker)).sum({ memory, from: 200 * i, to: 200 * i + 200 }));
  const parts = await Promise.all(tasks);
  // The answers order the tasks before this.
  bytes.fill(0);
  await Promise.all(workers.map((worker) => worker.terminate()));
  console.log(parts.join(), new Int32Array(memory, 0, 1)[0]);
} else expose({ sum }, nodeEndpoint(parentPort));
