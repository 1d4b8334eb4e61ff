// Different bytes through a DataView.
import { isMainThread, Worker, workerData } from 'node:worker_threads';

if (isMainThread) {
  const memory = new SharedArrayBuffer(16);
  new Worker(new URL(import.meta.url), { workerData: memory });
  const view = new DataView(memory);
  view.setInt16(0, 1);
  view.setInt16(2, view.getInt16(0), true);
} else {
  const view = new DataView(workerData, 4);
  view.setInt32(0, 5);
  console.log(view.getUint8(3));
}
