// Tasks over shared memory in a pool of two workers.
import workerpool from 'workerpool';

const memory = new SharedArrayBuffer(4 + 400);
const bytes = new Uint8Array(memory, 4).fill(1);
const script = new URL('workerpool-worker.mjs', import.meta.url).pathname;
const pool = workerpool.pool(script, { minWorkers: 2, maxWorkers: 2, workerType: 'thread' });
const parts = await Promise.all([0, 100, 200, 300].map((from) => pool.exec('sum', [{ memory, from, to: from + 100 }])));
// The answers order the tasks before this.
bytes.fill(0);
await pool.terminate();
console.log(parts.join(), new Int32Array(memory, 0, 1)[0]);
