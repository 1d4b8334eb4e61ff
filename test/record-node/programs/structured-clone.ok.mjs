// A clone of a copy is memory of its own.
import { isMainThread, Worker, workerData } from 'node:worker_threads';

if (isMainThread) {
  const memory = new SharedArrayBuffer(64);
  const copy = structuredClone(memory.slice(0));
  const bytes = structuredClone(new Uint8Array(new Uint8Array(memory)));
  new Worker(new URL(import.meta.url), { workerData: memory });
  new Int32Array(copy)[2] = 1;
  bytes[8] = 1;
} else {
  new Int32Array(workerData)[2] = 2;
}
