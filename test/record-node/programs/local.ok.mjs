// Typed arrays of one thread's own, and shared ones that only one thread touches.
import { isMainThread, Worker } from 'node:worker_threads';

const own = new Int32Array(8);
const alone = new Int32Array(new SharedArrayBuffer(32));
for (let i = 0; i < 8; i++) alone[i] = own[i]++ + i;
if (isMainThread) new Worker(new URL(import.meta.url));
