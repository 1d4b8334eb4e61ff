// Memory that arrives inside a Map, a Set, and an instance of a class, of which the message keeps the fields.
import { isMainThread, parentPort, Worker } from 'node:worker_threads';

class Job {
  constructor(memory) {
    this.views = new Map([['words', new Int32Array(memory)]]);
    this.all = new Set([{ memory }]);
  }
}

if (isMainThread) {
  const job = new Job(new SharedArrayBuffer(64));
  for (const role of [0, 1]) new Worker(new URL(import.meta.url)).postMessage({ job, role });
} else {
  parentPort.once('message', ({ job, role }) => {
    const [{ memory }] = job.all;
    if (role === 0) job.views.get('words')[3] = 1;
    else new Uint8Array(memory)[13] = 1;
  });
}
