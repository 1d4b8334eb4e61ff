// A test-and-set lock, in CommonJS.
const { isMainThread, Worker, workerData } = require('node:worker_threads');

if (isMainThread) {
  const memory = new SharedArrayBuffer(32);
  for (let i = 0; i < 2; i++) new Worker(__filename, { workerData: { memory, i } });
} else {
  const cells = new Int32Array(workerData.memory);
  for (let i = 0; i < 20; i++) {
    while (Atomics.exchange(cells, 3, 1) === 1);
    cells[1] += 3;
    Atomics.exchange(cells, 3, 0);
  }
}
