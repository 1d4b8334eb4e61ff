// A lock of WebAssembly that only looks whether it is free, and stores that it is taken.
import { isMainThread, Worker, workerData } from 'node:worker_threads';

/*
(module $wasm-spin-look
  (import "js" "memory" (memory 1 1 shared))
  (func $lock
    (loop $spin
      (br_if $spin (i32.load (i32.const 0))))
    (i32.atomic.store (i32.const 0) (i32.const 1)))
  (func $unlock
    (i32.atomic.store (i32.const 0) (i32.const 0)))
  (func $add (export "add") (param $at i32)
    (call $lock)
    (i64.store (local.get $at) (i64.add (i64.load (local.get $at)) (i64.const 1)))
    (call $unlock)))
*/
const binary = [
  'AGFzbQEAAAABCAJgAABgAX8AAg8BAmpzBm1lbW9yeQIDAQEDBAMAAAEHBwEDYWRkAAIKNQMUAANAQQAoAgANAAtBAEEB/hcCAAsKAEEAQQD+FwIACxMA',
  'EAAgACAAKQMAQgF8NwMAEAELADkEbmFtZQAPDndhc20tc3Bpbi1sb29rARQDAARsb2NrAQZ1bmxvY2sCA2FkZAILAwAAAQACAQACYXQ=',
].join('');

if (isMainThread) {
  const memory = new WebAssembly.Memory({ initial: 1, maximum: 1, shared: true });
  for (let i = 0; i < 2; i++) new Worker(new URL(import.meta.url), { workerData: memory });
} else {
  const { instance } = await WebAssembly.instantiate(Buffer.from(binary, 'base64'), { js: { memory: workerData } });
  for (let i = 0; i < 30; i++) instance.exports.add(64);
}
