// A worker stores in WebAssembly what the main thread reads through a typed array.
import { isMainThread, parentPort, Worker } from 'node:worker_threads';

/*
(module $wasm-and-js
  (memory (export "memory") 1 1 shared)
  (func $put (export "put") (param i32 i32)
    (i32.store offset=8 (local.get 0) (local.get 1))))
*/
const binary = [
  'AGFzbQEAAAABBgFgAn9/AAMCAQAFBAEDAQEHEAIGbWVtb3J5AgADcHV0AAAKCwEJACAAIAE2AggLACAEbmFtZQAMC3dhc20tYW5kLWpzAQYBAA',
  'NwdXQCAwEAAA==',
].join('');

if (isMainThread) {
  const worker = new Worker(new URL(import.meta.url));
  worker.once('message', (memory) => {
    const cells = new Int32Array(memory.buffer);
    console.log(cells[2] >= 0);
  });
} else {
  const { instance } = await WebAssembly.instantiate(Buffer.from(binary, 'base64'));
  const { memory, put } = instance.exports;
  parentPort.postMessage(memory);
  for (let i = 0; i < 50; i++) put(0, i);
}
