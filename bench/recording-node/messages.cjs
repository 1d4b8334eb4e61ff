// Tasks for a pool of workers, a message there and one back each, beside shared memory that both know: what a server does for each request.

'use strict';

const { Worker, isMainThread, parentPort, workerData } = require('node:worker_threads');

const WORKERS = 2;
const tasks = Number(process.argv[2]);

if (isMainThread) {
  const memory = new SharedArrayBuffer(4 * WORKERS);
  let [sent, done] = [0, 0];
  const workers = Array.from({ length: WORKERS }, (_, me) => new Worker(__filename, { workerData: { memory, me } }));
  const next = (worker) => {
    if (sent < tasks) worker.postMessage({ task: { key: sent++ }, name: 'count' });
  };
  for (const worker of workers) {
    worker.on('message', ({ result }) => {
      if (++done === tasks) {
        console.log(result);
        for (const one of workers) one.postMessage({ ends: true });
      } else next(worker);
    });
    next(worker);
  }
} else {
  const counts = new Int32Array(workerData.memory);
  parentPort.on('message', ({ task, ends }) => {
    if (ends) parentPort.close();
    else parentPort.postMessage({ result: ++counts[workerData.me] + task.key });
  });
}
