// Text is encoded into the bytes that another worker decodes.
import { isMainThread, Worker, workerData } from 'node:worker_threads';

if (isMainThread) {
  const memory = new SharedArrayBuffer(64);
  for (const role of [0, 1]) new Worker(new URL(import.meta.url), { workerData: { memory, role } });
} else {
  const bytes = new Uint8Array(workerData.memory);
  if (workerData.role === 0) {
    new TextEncoder().encodeInto('héllo', bytes);
  } else {
    console.log(new TextDecoder().decode(bytes.subarray(5, 8)).length > 0);
  }
}
