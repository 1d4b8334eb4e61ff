// The run is ordered by accident by a spin lock of WebAssembly that looks plainly whether to try.
import { isMainThread, SHARE_ENV, Worker, workerData } from 'node:worker_threads';
import { after, reached } from './lib/steps.mjs';

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
  (func $write (export "write") (param $at i32)
    (i32.store (local.get $at) (i32.const 1)))
  (func $section (export "section") (param $at i32)
    (call $lock)
    (i32.store (local.get $at) (i32.const 1))
    (call $unlock)))
*/
const binary = [
  'AGFzbQEAAAABCAJgAABgAX8AAg8BAmpzBm1lbW9yeQIDAQEDBQQAAAEBBxMCBXdyaXRlAAIHc2VjdGlvbgADCk0EKAEBfwJAA0ACQEEAKAIADQBBAEEB',
  '/kECAEUNAgsgAEEBaiEADAALCwsKAEEAQQD+FwIACwkAIABBATYCAAsNABAAIABBATYCABABCwBRBG5hbWUADw53YXNtLXNwaW4tbG9vawEfBAAEbG9j',
  'awEGdW5sb2NrAgV3cml0ZQMHc2VjdGlvbgIYBAABAAV0cmllcwEAAgEAAmF0AwEAAmF0',
].join('');

if (isMainThread) {
  const memory = new WebAssembly.Memory({ initial: 1, maximum: 1, shared: true });
  for (let i = 0; i < 2; i++) new Worker(new URL(import.meta.url), { workerData: { memory, i }, env: SHARE_ENV });
} else {
  const { memory, i } = workerData;
  const { instance } = await WebAssembly.instantiate(Buffer.from(binary, 'base64'), { js: { memory } });
  const { exports } = instance;
  if (i === 0) {
    exports.write(64);
    exports.section(128);
    reached('unlocked');
  } else {
    await after('unlocked');
    exports.section(192);
    exports.write(64);
  }
}
