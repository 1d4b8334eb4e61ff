// Workers that take a lock again and again, and seldom one that another had just before: what --reduce is for. Prints how many rounds there were.

'use strict';

const { Worker, isMainThread, workerData } = require('node:worker_threads');

const WORKERS = 4;
const BURST = 64;
const ENTRIES = 1024;
const [TABLE, LOG, LINES, FIRST] = [0, 1, 2, 3];

/** 0 is free, 1 is held, 2 is held and somebody waits. */
function lock(view, at) {
  if (Atomics.compareExchange(view, at, 0, 1) === 0) return;
  while (Atomics.exchange(view, at, 2) !== 0) Atomics.wait(view, at, 2);
}

function unlock(view, at) {
  if (Atomics.exchange(view, at, 0) === 2) Atomics.notify(view, at, 1);
}

function work({ view, rounds, me }) {
  for (let i = 0; i < rounds; i++) {
    for (let k = 0; k < BURST; k++) {
      lock(view, TABLE);
      view[FIRST + ((i * 7 + k) % ENTRIES)] += me;
      unlock(view, TABLE);
    }
    lock(view, LOG);
    view[LINES]++;
    unlock(view, LOG);
  }
}

if (isMainThread) {
  const rounds = Number(process.argv[2]);
  const view = new Int32Array(new SharedArrayBuffer(4 * (FIRST + ENTRIES)));
  for (let me = 0; me < WORKERS; me++) new Worker(__filename, { workerData: { view, rounds, me } });
  process.on('exit', () => process.stdout.write(String(view[LINES])));
} else work(workerData);
