// Nobody waits for the neighbour.
import { isMainThread, Worker, workerData } from 'node:worker_threads';

const N = 3;
if (isMainThread) {
  const memory = new SharedArrayBuffer(8 + 2 * N * 4);
  for (let i = 0; i < N; i++) new Worker(new URL(import.meta.url), { workerData: { memory, i } });
} else {
  const sync = new Int32Array(workerData.memory, 0, 2);
  const data = new Int32Array(workerData.memory, 8);
  const { i } = workerData;
  const barrier = () => {
    const phase = Atomics.load(sync, 1);
    if (Atomics.add(sync, 0, 1) === N - 1) {
      Atomics.store(sync, 0, 0);
      Atomics.add(sync, 1, 1);
      Atomics.notify(sync, 1);
    } else while (Atomics.load(sync, 1) === phase) Atomics.wait(sync, 1, phase);
  };
  for (let phase = 0; phase < 4; phase++) {
    data[(phase % 2) * N + i] = phase;
    if (data[(phase % 2) * N + ((i + 1) % N)] > 9) barrier();
  }
}
