// A pool: tasks go out by message, every worker adds to the same sum.
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';

const TASKS = 8;
if (isMainThread) {
  const results = new Float64Array(new SharedArrayBuffer(TASKS * 8));
  let next = 0;
  let done = 0;
  for (let i = 0; i < 2; i++) {
    const worker = new Worker(new URL(import.meta.url), { workerData: results });
    const give = () => (next < TASKS ? worker.postMessage(next++) : worker.postMessage(-1));
    worker.on('message', (task) => {
      if (Number.isNaN(results[task])) throw new Error('wrong');
      if (++done === TASKS) console.log('all done');
      give();
    });
    give();
  }
} else {
  parentPort.on('message', (task) => {
    if (task < 0) {
      parentPort.close();
      return;
    }
    workerData[0] += 1;
    workerData[task] = Math.sqrt(task);
    parentPort.postMessage(task);
  });
}
