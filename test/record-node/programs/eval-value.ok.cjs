// biome-ignore-all lint/security/noGlobalEval: what this is about
// biome-ignore-all lint/suspicious/noShadowRestrictedNames: what this is about
// `eval` as a value, which reads what the message before it has ordered; and an `eval` of the program's own, which reads nothing.
const { isMainThread, parentPort, Worker, workerData } = require('node:worker_threads');

if (isMainThread) {
  const cells = new Int32Array(new SharedArrayBuffer(16));
  const other = new Int32Array(new SharedArrayBuffer(16));
  const worker = new Worker(__filename, { workerData: { cells, other } });
  cells[3] = 4;
  worker.postMessage(['cells[3]', '1 + 1']);
  worker.once('message', (values) => console.log(...values));
  other[0] = 1;
} else {
  globalThis.cells = workerData.cells;
  globalThis.other = workerData.other;
  const own = ((eval) => eval('other[0]'))((text) => text.length);
  parentPort.once('message', (texts) => parentPort.postMessage([own, ...texts.map(eval)]));
}
