// A module compiled from C: two workers add to a plain counter of it.
import { readFileSync } from 'node:fs';
import { isMainThread, Worker, workerData } from 'node:worker_threads';

if (isMainThread) {
  const memory = new WebAssembly.Memory({ initial: 2, maximum: 2, shared: true });
  for (let i = 0; i < 2; i++) new Worker(new URL(import.meta.url), { workerData: memory });
} else {
  const bytes = readFileSync(new URL('../../record/node/wasm/counter/dwarf5.wasm', import.meta.url));
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(bytes), { env: { memory: workerData } });
  exports.add(10);
}
