// The main thread compiles a module and sends it to workers, which fill the same bytes.
import { isMainThread, parentPort, Worker } from 'node:worker_threads';

/*
(module $wasm-module-message
  (import "js" "memory" (memory 1 1 shared))
  (func $clear (export "clear") (param i32 i32)
    (memory.fill (local.get 0) (i32.const 0) (local.get 1))))
*/
const binary = [
  'AGFzbQEAAAABBgFgAn9/AAIPAQJqcwZtZW1vcnkCAwEBAwIBAAcJAQVjbGVhcgAACg0BCwAgAEEAIAH8CwALACoEbmFtZQAUE3dhc20tbW9kdW',
  'xlLW1lc3NhZ2UBCAEABWNsZWFyAgMBAAA=',
].join('');

if (isMainThread) {
  const memory = new WebAssembly.Memory({ initial: 1, maximum: 1, shared: true });
  const module = new WebAssembly.Module(Buffer.from(binary, 'base64'));
  for (let i = 0; i < 2; i++) new Worker(new URL(import.meta.url)).postMessage({ module, memory, at: i * 8 });
} else {
  parentPort.once('message', ({ module, memory, at }) => {
    const { exports } = new WebAssembly.Instance(module, { js: { memory } });
    exports.clear(at, 16);
  });
}
