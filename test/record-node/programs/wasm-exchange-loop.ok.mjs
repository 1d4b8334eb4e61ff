// A counter of WebAssembly, as C libraries add: a plain read, and an exchange that succeeds only if it was true.
import { isMainThread, Worker, workerData } from 'node:worker_threads';

/*
(module $wasm-exchange-loop
  (import "js" "memory" (memory 1 1 shared))
  (func $add (export "add") (param $at i32) (local $old i32)
    (loop $again
      (local.set $old (i32.load (local.get $at)))
      (br_if $again
        (i32.ne (local.get $old)
          (i32.atomic.rmw.cmpxchg (local.get $at) (local.get $old) (i32.add (local.get $old) (i32.const 1))))))))
*/
const binary = [
  'AGFzbQEAAAABBQFgAX8AAg8BAmpzBm1lbW9yeQIDAQEDAgEABwcBA2FkZAAACiIBIAEBfwNAIAAoAgAhASABIAAgASABQQFq/kgCAEcNAAsLADAEbmFt',
  'ZQATEndhc20tZXhjaGFuZ2UtbG9vcAEGAQADYWRkAgwBAAIAAmF0AQNvbGQ=',
].join('');

if (isMainThread) {
  const memory = new WebAssembly.Memory({ initial: 1, maximum: 1, shared: true });
  for (let i = 0; i < 2; i++) new Worker(new URL(import.meta.url), { workerData: memory });
} else {
  const { instance } = await WebAssembly.instantiate(Buffer.from(binary, 'base64'), { js: { memory: workerData } });
  for (let i = 0; i < 30; i++) instance.exports.add(16);
}
