// A file is read into shared memory; the worker is told when it is there.
import { open } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';

if (isMainThread) {
  const memory = new SharedArrayBuffer(64);
  const worker = new Worker(new URL(import.meta.url), { workerData: memory });
  const handle = await open(fileURLToPath(import.meta.url));
  const { bytesRead } = await handle.read(new Uint8Array(memory), 0, 16, 0);
  await handle.close();
  worker.postMessage(bytesRead);
} else {
  parentPort.once('message', (count) => {
    const bytes = new Uint8Array(workerData);
    let sum = 0;
    for (let i = 0; i < count; i++) sum += bytes[i];
    console.log(sum > 0);
  });
}
