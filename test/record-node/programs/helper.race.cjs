// The access is in a required file, in both workers.
const { isMainThread, Worker, workerData } = require('node:worker_threads');
const { Counter } = require('./lib/counter.cjs');

if (isMainThread) {
  const memory = new SharedArrayBuffer(64);
  for (let i = 0; i < 2; i++) new Worker(__filename, { workerData: memory });
} else {
  const counter = new Counter(workerData);
  for (let i = 0; i < 10; i++) counter.add(2);
}
