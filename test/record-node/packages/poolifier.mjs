// Tasks over shared memory in a pool of two workers.
import { FixedThreadPool } from 'poolifier';

const memory = new SharedArrayBuffer(4 + 400);
const bytes = new Uint8Array(memory, 4).fill(1);
const pool = new FixedThreadPool(2, new URL('poolifier-worker.mjs', import.meta.url).pathname);
const parts = await Promise.all([0, 100, 200, 300].map((from) => pool.execute({ memory, from, to: from + 100 })));
// The answers order the tasks before this.
bytes.fill(0);
await pool.destroy();
console.log(parts.join(), new Int32Array(memory, 0, 1)[0]);
