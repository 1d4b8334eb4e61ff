// Answers of two sizes, by calls that block.
import { createWorker } from 'await-sync';

const stop = new AbortController();
const awaitSync = createWorker(stop.signal);
const fill = awaitSync(async (size) => new Uint8Array(size).fill(7));
const calls = Number(process.argv[2] ?? 3);
for (let i = 0; i < calls; i++) console.log(fill(100).length);
stop.abort();
