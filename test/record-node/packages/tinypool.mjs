// Tasks over shared memory in a pool of two workers.
import Tinypool from 'tinypool';

const memory = new SharedArrayBuffer(4 + 400);
const bytes = new Uint8Array(memory, 4).fill(1);
const pool = new Tinypool({ filename: new URL('task.mjs', import.meta.url).href, minThreads: 2, maxThreads: 2 });
const parts = await Promise.all([0, 100, 200, 300].map((from) => pool.run({ memory, from, to: from + 100 })));
// The answers order the tasks before this.
bytes.fill(0);
await pool.destroy();
console.log(parts.join(), new Int32Array(memory, 0, 1)[0]);
