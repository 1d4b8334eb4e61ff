// Two workers add to a counter with an atomic instruction of WebAssembly; the main thread loads it by Atomics.
import { isMainThread, Worker, workerData } from 'node:worker_threads';

/*
(module $wasm-counter
  (import "js" "memory" (memory 1 1 shared))
  (func $add (export "add") (param i32)
    (drop (i32.atomic.rmw.add (local.get 0) (i32.const 1)))))
*/
const binary = [
  'AGFzbQEAAAABBQFgAX8AAg8BAmpzBm1lbW9yeQIDAQEDAgEABwcBA2FkZAAACg0BCwAgAEEB/h4CABoLACEEbmFtZQANDHdhc20tY291bnRlcg',
  'EGAQADYWRkAgMBAAA=',
].join('');

if (isMainThread) {
  const memory = new WebAssembly.Memory({ initial: 1, maximum: 1, shared: true });
  for (let i = 0; i < 2; i++) new Worker(new URL(import.meta.url), { workerData: memory });
  const cells = new Int32Array(memory.buffer);
  while (Atomics.load(cells, 4) < 100) Atomics.wait(cells, 0, 0, 1);
} else {
  const { instance } = await WebAssembly.instantiate(Buffer.from(binary, 'base64'), { js: { memory: workerData } });
  for (let i = 0; i < 50; i++) instance.exports.add(16);
}
