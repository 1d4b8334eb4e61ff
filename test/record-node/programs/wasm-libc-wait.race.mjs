// The same, but it is the wait of the program itself, which ought to look with an atomic.
import { isMainThread, SHARE_ENV, Worker, workerData } from 'node:worker_threads';
import { after, reached } from './lib/steps.mjs';

/*
(module $wasm-libc-wait
  (import "js" "memory" (memory 1 1 shared))
  (func $await (param $at i32)
    (loop $again
      (if (i32.eqz (i32.load (local.get $at))) (then
        (drop (memory.atomic.wait32 (local.get $at) (i32.const 0) (i64.const -1)))
        (br $again)))))
  (func $publish (export "publish")
    (i32.store (i32.const 64) (i32.const 42))
    (i32.atomic.store (i32.const 0) (i32.const 1))
    (drop (memory.atomic.notify (i32.const 0) (i32.const 1))))
  (func $receive (export "receive") (result i32)
    (call $await (i32.const 0))
    (i32.load (i32.const 64))))
*/
const binary = [
  'AGFzbQEAAAABDANgAX8AYAAAYAABfwIPAQJqcwZtZW1vcnkCAwEBAwQDAAECBxUCB3B1Ymxpc2gAAQdyZWNlaXZlAAIKRgMbAANAIAAoAgBFBEAgAEEA',
  'Qn/+AQIAGgwBCwsLGwBBwABBKjYCAEEAQQH+FwIAQQBBAf4AAgAaCwwAQQAQAEHAACgCAAsAPwRuYW1lAA8Od2FzbS1saWJjLXdhaXQBGgMABWF3YWl0',
  'AQdwdWJsaXNoAgdyZWNlaXZlAgsDAAEAAmF0AQACAA==',
].join('');

if (isMainThread) {
  const memory = new WebAssembly.Memory({ initial: 1, maximum: 1, shared: true });
  for (let i = 0; i < 2; i++) new Worker(new URL(import.meta.url), { workerData: { memory, i }, env: SHARE_ENV });
} else {
  const { memory, i } = workerData;
  const { instance } = await WebAssembly.instantiate(Buffer.from(binary, 'base64'), { js: { memory } });
  const { exports } = instance;
  if (i === 0) {
    exports.publish();
    reached('published');
  } else {
    await after('published');
    exports.receive();
  }
}
