// One worker writes by functions made of text, as compilers of schemas make them; the other reads at any time.
import { isMainThread, Worker, workerData } from 'node:worker_threads';

if (isMainThread) {
  const memory = new SharedArrayBuffer(16);
  for (const role of ['writes', 'reads']) new Worker(new URL(import.meta.url), { workerData: { memory, role } });
} else {
  const view = new Int32Array(workerData.memory);
  if (workerData.role === 'writes') {
    new Function('view', 'value', 'view[0] = value;')(view, 1);
    // biome-ignore lint/security/noGlobalEval: what is shown
    const run = eval;
    run('(view) => { view[1] += 1; }')(view);
  } else console.log(view[0] >= 0, view[1] >= 0);
}
