// Writes about so many megabytes of log in a second for some seconds: `paced.cjs SECONDS MEGABYTES KIND`, in turns of 10 ms. KIND: `clean`, each
// worker has a part of the memory; `race`, both count in one place, too; `locks`, all under a lock of Atomics. Prints when it ended.

'use strict';

const { Worker, isMainThread, workerData } = require('node:worker_threads');

const WORKERS = 2;
const CELLS = 4096;
const TURN_MS = 10;
const RECORD_BYTES = 16;
const [seconds, megabytes] = process.argv.slice(2, 4).map(Number);
const kind = process.argv[4];

function locked(lock, work) {
  while (Atomics.compareExchange(lock, 0, 0, 1) !== 0) Atomics.wait(lock, 0, 1);
  work();
  Atomics.store(lock, 0, 0);
  Atomics.notify(lock, 0, 1);
}

async function run({ me, memory, lock }) {
  const cells = new Int32Array(memory);
  const own = (i) => 1 + me * CELLS + (i % CELLS);
  // A count is a read and a write.
  const updates = (megabytes * 1e6 * TURN_MS) / 1000 / WORKERS / (2 * RECORD_BYTES);
  const turn = (from) => {
    for (let i = 0; i < updates; i++) cells[own(from + i)]++;
    if (kind === 'race') cells[0]++;
  };
  const begin = performance.now();
  for (let n = 0; n < (seconds * 1000) / TURN_MS; n++) {
    if (kind === 'locks') locked(new Int32Array(lock), () => turn(31 * n));
    else turn(31 * n);
    const left = begin + (n + 1) * TURN_MS - performance.now();
    if (left > 0) await new Promise((resolve) => setTimeout(resolve, left));
  }
}

if (isMainThread) {
  const memory = new SharedArrayBuffer(4 * (1 + WORKERS * CELLS));
  const lock = new SharedArrayBuffer(4);
  let running = WORKERS;
  for (let me = 0; me < WORKERS; me++)
    new Worker(__filename, { argv: process.argv.slice(2), workerData: { me, memory, lock } }).on('exit', () => {
      if (--running === 0) console.log(`ended ${Date.now()}`);
    });
} else run(workerData);
