// Synchronous calls of an asynchronous function.
import { createSyncFn } from 'synckit';

const memory = new SharedArrayBuffer(16);
const words = new Int32Array(memory);
const call = createSyncFn(new URL('synckit-worker.mjs', import.meta.url));
for (let i = 0; i < 5; i++) {
  words[0] = i;
  console.log(call(memory, i), words[1]);
}
process.exit(0);
