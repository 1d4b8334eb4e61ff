// The parent reads the result when it has seen the worker say so on its standard output.
import { isMainThread, Worker, workerData } from 'node:worker_threads';

if (isMainThread) {
  const memory = new SharedArrayBuffer(16);
  const worker = new Worker(new URL(import.meta.url), { workerData: memory, stdout: true, stdin: true });
  worker.stdout.setEncoding('utf8').once('data', (text) => {
    console.log(text.trim(), new Int32Array(memory)[0]);
    new Int32Array(memory)[1] = 5;
    worker.stdin.end('go');
  });
} else {
  new Int32Array(workerData)[0] = 42;
  process.stdout.write('ready\n');
  process.stdin.once('data', () => new Int32Array(workerData)[1]++);
}
