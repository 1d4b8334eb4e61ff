import { isMainThread, Worker, workerData } from 'node:worker_threads';

if (isMainThread) {
  const s = new SharedArrayBuffer(8);
  for (let i = 0; i < 2; i++) new Worker(new URL(import.meta.url), { workerData: s });
} else {
  const a = new Int32Array(workerData);
  a[0] = a[0] + 1;
}
//# sourceMappingURL=data:application/json;base64,eyJ2ZXJzaW9uIjozLCJzb3VyY2VzIjpbXSwibmFtZXMiOltdLCJtYXBwaW5ncyI6IkFBQUE7QUFBQTtBQUFBO0FBQUE7QUFBQTtBQUFBIn0=
