// biome-ignore-all lint/suspicious/noWith: what this is about
// In the body of `with` every name may be a property of the object.
const { isMainThread, Worker, workerData } = require('node:worker_threads');

if (isMainThread) {
  const cells = new Int32Array(new SharedArrayBuffer(16));
  new Worker(__filename, { workerData: { cells } });
  with ({ at: 1 }) cells[at] += 2;
} else {
  with (workerData) {
    console.log(typeof cells[1]);
  }
}
