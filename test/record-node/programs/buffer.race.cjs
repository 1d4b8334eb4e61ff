// A Buffer over shared memory, written by one and decoded by the other.
const { isMainThread, Worker, workerData } = require('node:worker_threads');

if (isMainThread) {
  const memory = new SharedArrayBuffer(32);
  new Worker(__filename, { workerData: memory });
  Buffer.from(memory).write('hello', 4);
} else {
  console.log(Buffer.from(workerData).toString('latin1', 4, 9).length);
}
