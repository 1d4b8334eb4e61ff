// A stack as a list of indices with a counter in its head against ABA.
import { isMainThread, Worker, workerData } from 'node:worker_threads';

const NODES = 16;
if (isMainThread) {
  const memory = new SharedArrayBuffer(8 + NODES * 8);
  for (let i = 0; i < 2; i++) new Worker(new URL(import.meta.url), { workerData: { memory, i } });
} else {
  const head = new BigInt64Array(workerData.memory, 0, 1);
  const nodes = new Int32Array(workerData.memory, 8);
  const push = (node, value) => {
    nodes[2 * node + 1] = value;
    for (;;) {
      const old = Atomics.load(head, 0);
      Atomics.store(nodes, 2 * node, Number(old & 0xffn));
      if (Atomics.compareExchange(head, 0, old, (((old >> 8n) + 1n) << 8n) | BigInt(node)) === old) return;
    }
  };
  const pop = () => {
    for (;;) {
      const old = Atomics.load(head, 0);
      const node = Number(old & 0xffn);
      if (node === 0) return 0;
      const next = Atomics.load(nodes, 2 * node);
      if (Atomics.compareExchange(head, 0, old, (((old >> 8n) + 1n) << 8n) | BigInt(next)) === old) return nodes[2 * node + 1];
    }
  };
  for (let i = 1; i < 8; i++) push(workerData.i * 8 + i, i);
  for (let i = 0; i < 5; i++) pop();
}
