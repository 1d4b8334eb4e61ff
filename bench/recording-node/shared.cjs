// Workers that update their own part of one shared array; prints nanoseconds per access of the slowest worker, the best of some rounds.

'use strict';

const { Worker, isMainThread, parentPort, workerData } = require('node:worker_threads');

const ELEMENTS = 1024;
const ROUNDS = 8;

function round(view, from, updates) {
  const begin = process.hrtime.bigint();
  for (let i = 0; i < updates; i++) view[from + (i & (ELEMENTS - 1))] += i;
  return Number(process.hrtime.bigint() - begin);
}

if (isMainThread) {
  const workers = Number(process.argv[2]);
  const updates = Number(process.argv[3]);
  const view = new Int32Array(new SharedArrayBuffer(4 * ELEMENTS * workers));
  let slowest = 0;
  for (let n = 0; n < workers; n++) {
    const worker = new Worker(__filename, { workerData: { view, from: n * ELEMENTS, updates } });
    worker.on('message', (time) => {
      slowest = Math.max(slowest, time);
    });
  }
  // An update is a read and a write.
  process.on('exit', () => process.stdout.write(JSON.stringify(slowest / updates / 2)));
} else {
  const { view, from, updates } = workerData;
  let least = Number.POSITIVE_INFINITY;
  for (let n = 0; n < ROUNDS; n++) least = Math.min(least, round(view, from, updates));
  parentPort.postMessage(least);
}
