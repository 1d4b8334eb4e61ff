// Accessors made of text, as compilers of schemas make them; each worker has a field of its own.
import { isMainThread, Worker, workerData } from 'node:worker_threads';

if (isMainThread) {
  const memory = new SharedArrayBuffer(16);
  for (let field = 0; field < 2; field++) new Worker(new URL(import.meta.url), { workerData: { memory, field } });
} else {
  const { memory, field } = workerData;
  const set = new Function('view', 'value', `view[${field}] = value;`);
  // biome-ignore lint/security/noGlobalEval: what is shown
  const run = eval;
  const add = run(`(view) => { view[${field}] += 1; }`);
  const view = new Int32Array(memory);
  for (let i = 0; i < 5; i++) set(view, i);
  for (let i = 0; i < 5; i++) add(view);
  console.log(view[field]);
}
