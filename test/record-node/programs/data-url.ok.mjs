// A worker made of a data: URL; what it wrote is read after its exit.
import { Worker } from 'node:worker_threads';

const source = `
  import { workerData } from 'node:worker_threads';
  new Int32Array(workerData)[4] = 1;
`;
const memory = new SharedArrayBuffer(64);
const words = new Int32Array(memory);
new Worker(new URL(`data:text/javascript,${encodeURIComponent(source)}`), { workerData: memory }).once('exit', () =>
  console.log(words[4]),
);
