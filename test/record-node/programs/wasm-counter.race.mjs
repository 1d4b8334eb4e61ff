// Two workers add to a counter with a plain load and a plain store of WebAssembly.
import { isMainThread, Worker, workerData } from 'node:worker_threads';

/*
(module $wasm-counter
  (import "js" "memory" (memory 1 1 shared))
  (func $add (export "add") (param i32)
    (i32.store (local.get 0) (i32.add (i32.load (local.get 0)) (i32.const 1)))))
*/
const binary = [
  'AGFzbQEAAAABBQFgAX8AAg8BAmpzBm1lbW9yeQIDAQEDAgEABwcBA2FkZAAAChEBDwAgACAAKAIAQQFqNgIACwAhBG5hbWUADQx3YXNtLWNvdW',
  '50ZXIBBgEAA2FkZAIDAQAA',
].join('');

if (isMainThread) {
  const memory = new WebAssembly.Memory({ initial: 1, maximum: 1, shared: true });
  for (let i = 0; i < 2; i++) new Worker(new URL(import.meta.url), { workerData: memory });
} else {
  const module = new WebAssembly.Module(Buffer.from(binary, 'base64'));
  const { add } = new WebAssembly.Instance(module, { js: { memory: workerData } }).exports;
  for (let i = 0; i < 50; i++) add(16);
}
