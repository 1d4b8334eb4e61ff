// A spin lock of WebAssembly that looks plainly whether to try, around plain data.
import { isMainThread, Worker, workerData } from 'node:worker_threads';

/*
(module $wasm-spin-look
  (import "js" "memory" (memory 1 1 shared))
  (func $lock (local $tries i32)
    (block $have
      (loop $spin
        (block $taken
          (br_if $taken (i32.load (i32.const 0)))
          (br_if $have (i32.eqz (i32.atomic.rmw.xchg (i32.const 0) (i32.const 1)))))
        (local.set $tries (i32.add (local.get $tries) (i32.const 1)))
        (br $spin))))
  (func $unlock
    (i32.atomic.store (i32.const 0) (i32.const 0)))
  (func $add (export "add") (param $at i32)
    (call $lock)
    (i64.store (local.get $at) (i64.add (i64.load (local.get $at)) (i64.const 1)))
    (call $unlock)))
*/
const binary = [
  'AGFzbQEAAAABCAJgAABgAX8AAg8BAmpzBm1lbW9yeQIDAQEDBAMAAAEHBwEDYWRkAAIKSQMoAQF/AkADQAJAQQAoAgANAEEAQQH+QQIARQ0CCyAAQQFq',
  'IQAMAAsLCwoAQQBBAP4XAgALEwAQACAAIAApAwBCAXw3AwAQAQsAQARuYW1lAA8Od2FzbS1zcGluLWxvb2sBFAMABGxvY2sBBnVubG9jawIDYWRkAhID',
  'AAEABXRyaWVzAQACAQACYXQ=',
].join('');

if (isMainThread) {
  const memory = new WebAssembly.Memory({ initial: 1, maximum: 1, shared: true });
  for (let i = 0; i < 2; i++) new Worker(new URL(import.meta.url), { workerData: memory });
} else {
  const { instance } = await WebAssembly.instantiate(Buffer.from(binary, 'base64'), { js: { memory: workerData } });
  for (let i = 0; i < 30; i++) instance.exports.add(64);
}
