// Methods with bounds touch what lies between them; the worker has the rest.
import { isMainThread, Worker, workerData } from 'node:worker_threads';

const memory = isMainThread ? new SharedArrayBuffer(48) : workerData;
const bytes = Buffer.from(memory);

if (isMainThread) {
  new Worker(new URL(import.meta.url), { workerData: memory });
  bytes.fill('x', 16, 32);
  bytes.latin1Write('abc', 29, 3);
  bytes.copy(bytes, 24, 16, 24);
  bytes.compare(bytes, 16, 20, 20, 24);
  bytes.set(bytes.subarray(20, 24), 28);
  bytes.copyWithin(16, 20, 32);
  Buffer.copyBytesFrom(new Int32Array(memory), 4, 4);
  console.log(bytes.utf8Slice(16, 20), memory.slice(16, 32).byteLength, bytes.indexOf(bytes[20], 16) < 32);
} else {
  for (let i = 0; i < 48; i++) if (i < 16 || i >= 32) bytes[i]++;
}
