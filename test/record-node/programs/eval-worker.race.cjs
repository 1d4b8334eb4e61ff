// The code of the worker is a string, made of a function.
const { Worker } = require('node:worker_threads');

function work() {
  const { workerData } = require('node:worker_threads');
  const cells = new Int32Array(workerData);
  cells[0]++;
}
const memory = new SharedArrayBuffer(8);
for (let i = 0; i < 2; i++) new Worker(`(${work})()`, { eval: true, workerData: memory });
