// Proxies touch the elements that they are asked for, and what their traps answer by themselves they do not touch.
import { isMainThread, Worker, workerData } from 'node:worker_threads';

const elements = (view, index) => {
  const proxy = new Proxy(view, {});
  const nothing = new Proxy(view, { get: () => 1, set: () => true, has: () => true });
  nothing[3] = nothing[2];
  proxy[index] = 2;
  Object.defineProperty(proxy, index, { value: 3 });
  proxy.name = 'cells';
  return [proxy[index], proxy.name, 3 in proxy, Object.getOwnPropertyDescriptor(proxy, index).value, Object.keys(proxy).length];
};

if (isMainThread) {
  const cells = new Int32Array(new SharedArrayBuffer(16));
  new Worker(new URL(import.meta.url), { workerData: cells });
  cells[3] = 1;
  elements(cells, 0);
} else {
  console.log(...elements(workerData, 1));
}
