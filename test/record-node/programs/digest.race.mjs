// The digest of bytes that are still being filled with random numbers.
import crypto, { createHash } from 'node:crypto';
import { isMainThread, Worker, workerData } from 'node:worker_threads';

if (isMainThread) {
  const bytes = new Uint8Array(new SharedArrayBuffer(64));
  new Worker(new URL(import.meta.url), { workerData: bytes });
  crypto.randomFillSync(bytes, 8);
} else {
  console.log(createHash('sha256').update(workerData).digest('hex').length);
}
