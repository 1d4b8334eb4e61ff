// biome-ignore-all lint/security/noGlobalEval: what this is about
// `eval` as a value: kept under another name, handed to who calls it.
import { isMainThread, Worker, workerData } from 'node:worker_threads';

if (isMainThread) {
  const cells = new Int32Array(new SharedArrayBuffer(16));
  new Worker(new URL(import.meta.url), { workerData: cells });
  cells[3] = 4;
} else {
  globalThis.cells = workerData;
  setTimeout(eval, 0, 'console.log(typeof cells[3])');
}
