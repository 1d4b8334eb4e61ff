// Functions of the language that iterate over what they are given.
import { isMainThread, Worker, workerData } from 'node:worker_threads';

if (isMainThread) {
  const bytes = new Uint8Array(new SharedArrayBuffer(8));
  new Worker(new URL(import.meta.url), { workerData: bytes });
  bytes[7] = 0;
} else {
  // Not in every Node.
  const groups = Object.groupBy?.(workerData, (byte) => byte) ?? { 0: [...workerData] };
  console.log(groups[0].length);
}
