// A module compiled from C: the workers add to a plain counter of it, one after the other.
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { isMainThread, Worker, workerData } from 'node:worker_threads';

if (isMainThread) {
  const memory = new WebAssembly.Memory({ initial: 2, maximum: 2, shared: true });
  for (let i = 0; i < 2; i++) await once(new Worker(new URL(import.meta.url), { workerData: memory }), 'exit');
} else {
  const bytes = readFileSync(new URL('../../record/node/wasm/counter/dwarf5.wasm', import.meta.url));
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(bytes), { env: { memory: workerData } });
  exports.add(10);
}
