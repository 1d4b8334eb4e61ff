// Two workers set, get and delete keys of one map. The values that they print do not depend on the schedule.
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { isMainThread, Worker, workerData } from 'node:worker_threads';

const SharedMap = createRequire(import.meta.url)('sharedmap');
if (isMainThread) {
  const map = new SharedMap(64, 16, 16);
  const workers = [0, 1].map((me) => new Worker(new URL(import.meta.url), { workerData: { map, me } }));
  await Promise.all(workers.map((worker) => once(worker, 'exit')));
  console.log([...map.keys()].sort().join());
} else {
  const { map, me } = workerData;
  Object.setPrototypeOf(map, SharedMap.prototype);
  for (let i = 0; i < 20; i++) map.set(`${me}-${i}`, `${i}`);
  for (let i = 0; i < 20; i++) if (map.get(`${me}-${i}`) !== `${i}`) throw new Error('lost');
  for (let i = 0; i < 20; i += 2) map.delete(`${me}-${i}`);
}
