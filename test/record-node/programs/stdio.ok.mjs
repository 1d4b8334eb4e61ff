// Workers that talk over their standard streams and have memory of their own.
import { isMainThread, Worker, workerData } from 'node:worker_threads';

if (isMainThread) {
  const memory = new SharedArrayBuffer(64);
  for (let i = 0; i < 2; i++) {
    const worker = new Worker(new URL(import.meta.url), { workerData: { memory, i }, stdin: true, stdout: true });
    worker.stdout.pipe(process.stdout);
    worker.stdin.end('go\n');
  }
} else {
  process.stdin.on('data', (text) => {
    new Uint8Array(workerData.memory)[workerData.i] = text.length;
    process.stdout.write(`got ${text}`);
  });
}
