// A lock of WebAssembly atomics, waits and notifies around plain data.
import { isMainThread, Worker, workerData } from 'node:worker_threads';

/*
(module $wasm-lock
  (import "js" "memory" (memory 1 1 shared))
  (func $lock (param $at i32)
    (block $held
      (loop $again
        (br_if $held (i32.eqz (i32.atomic.rmw.cmpxchg (local.get $at) (i32.const 0) (i32.const 1))))
        (drop (memory.atomic.wait32 (local.get $at) (i32.const 1) (i64.const 1000000)))
        (br $again))))
  (func $unlock (param $at i32)
    (i32.atomic.store (local.get $at) (i32.const 0))
    (drop (memory.atomic.notify (local.get $at) (i32.const 1))))
  (func $add (export "add") (param $at i32)
    (call $lock (i32.const 0))
    (i64.store (local.get $at) (i64.add (i64.load (local.get $at)) (i64.const 1)))
    (call $unlock (i32.const 0))))
*/
const binary = [
  'AGFzbQEAAAABBQFgAX8AAg8BAmpzBm1lbW9yeQIDAQEDBAMAAAAHBwEDYWRkAAIKUgMkAAJAA0AgAEEAQQH+SAIARQ0BIABBAULAhD3+AQIAGg',
  'wACwsLEwAgAEEA/hcCACAAQQH+AAIAGgsXAEEAEAAgACAAKQMAQgF8NwMAQQAQAQsAPARuYW1lAAoJd2FzbS1sb2NrARQDAARsb2NrAQZ1bmxv',
  'Y2sCA2FkZAITAwABAAJhdAEBAAJhdAIBAAJhdA==',
].join('');

if (isMainThread) {
  const memory = new WebAssembly.Memory({ initial: 1, maximum: 1, shared: true });
  for (let i = 0; i < 2; i++) new Worker(new URL(import.meta.url), { workerData: memory });
} else {
  const module = await WebAssembly.compile(Buffer.from(binary, 'base64'));
  const { add } = await WebAssembly.instantiate(module, { js: { memory: workerData } }).then(({ exports }) => exports);
  for (let i = 0; i < 30; i++) add(64);
}
