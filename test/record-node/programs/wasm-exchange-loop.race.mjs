// A stack of WebAssembly: what is read plainly is followed before the exchange says whether it is true.
import { isMainThread, SHARE_ENV, Worker, workerData } from 'node:worker_threads';
import { after, reached } from './lib/steps.mjs';

/*
(module $wasm-exchange-loop
  (import "js" "memory" (memory 1 1 shared))
  (func $push (export "push") (param $node i32) (local $top i32)
    (loop $again
      (local.set $top (i32.atomic.load (i32.const 0)))
      (i32.atomic.store (local.get $node) (local.get $top))
      (br_if $again
        (i32.ne (local.get $top) (i32.atomic.rmw.cmpxchg (i32.const 0) (local.get $top) (local.get $node))))))
  (func $pop (export "pop") (result i32) (local $top i32)
    (loop $again
      (local.set $top (i32.load (i32.const 0)))
      (br_if $again
        (i32.ne (local.get $top)
          (i32.atomic.rmw.cmpxchg (i32.const 0) (local.get $top) (i32.atomic.load (local.get $top))))))
    (local.get $top)))
*/
const binary = [
  'AGFzbQEAAAABCQJgAX8AYAABfwIPAQJqcwZtZW1vcnkCAwEBAwMCAAEHDgIEcHVzaAAAA3BvcAABCkwCJgEBfwNAQQD+EAIAIQEgACAB/hcCACABQQAg',
  'ASAA/kgCAEcNAAsLIwEBfwNAQQAoAgAhACAAQQAgACAA/hACAP5IAgBHDQALIAALAD8EbmFtZQATEndhc20tZXhjaGFuZ2UtbG9vcAEMAgAEcHVzaAED',
  'cG9wAhUCAAIABG5vZGUBA3RvcAEBAAN0b3A=',
].join('');

if (isMainThread) {
  const memory = new WebAssembly.Memory({ initial: 1, maximum: 1, shared: true });
  for (let i = 0; i < 2; i++) new Worker(new URL(import.meta.url), { workerData: { memory, i }, env: SHARE_ENV });
} else {
  const { memory, i } = workerData;
  const { instance } = await WebAssembly.instantiate(Buffer.from(binary, 'base64'), { js: { memory } });
  const { exports } = instance;
  if (i === 0) {
    exports.push(64);
    exports.push(128);
    reached('pushed');
  } else {
    await after('pushed');
    exports.pop();
  }
}
