// What the programs share: workers of the program's own file, each with one of its functions, on one piece of shared memory.
import { isMainThread, Worker, workerData } from 'node:worker_threads';
export const shared = isMainThread ? new Int32Array(new SharedArrayBuffer(64)) : workerData.shared;

/** Runs each function in a worker. */
export function run(...bodies) {
  if (!isMainThread) return new Promise(() => bodies[workerData.body]());
  const file = new URL(process.argv[1], 'file:');
  return Promise.all(
    bodies.map((_, body) => new Promise((ended) => new Worker(file, { workerData: { shared, body } }).on('exit', ended))),
  );
}

export function lock(at) {
  while (Atomics.compareExchange(shared, at, 0, 1) !== 0) Atomics.wait(shared, at, 1);
}
export function unlock(at) {
  Atomics.store(shared, at, 0);
  Atomics.notify(shared, at, 1);
}

/** The other worker is most likely there first: the bug needs a schedule that is not the usual one. */
export function late() {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 300);
}
