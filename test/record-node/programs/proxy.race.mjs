// A proxy that has no trap for what is done reads and writes the view itself.
import { isMainThread, Worker, workerData } from 'node:worker_threads';

if (isMainThread) {
  const cells = new Int32Array(new SharedArrayBuffer(16));
  new Worker(new URL(import.meta.url), { workerData: cells });
  new Proxy(cells, {})[2] = 4;
} else {
  const { proxy } = Proxy.revocable(workerData, { has: () => true });
  console.log(typeof proxy[2]);
}
