// One producer, one consumer.
import { isMainThread, Worker, workerData } from 'node:worker_threads';
import { RingBuffer } from 'ringbuf.js';

if (isMainThread) {
  const count = Number(process.argv[2] ?? 300);
  const memory = RingBuffer.getStorageForCapacity(32, Uint8Array);
  for (const role of ['producer', 'consumer']) new Worker(new URL(import.meta.url), { workerData: { memory, role, count } });
} else {
  const ring = new RingBuffer(workerData.memory, Uint8Array);
  const part = new Uint8Array(7);
  const { count: all } = workerData;
  let done = 0;
  let sum = 0;
  while (done < all) {
    const most = Math.min(part.length, all - done);
    if (workerData.role === 'producer') done += ring.push(part.fill(done % 256), most);
    else {
      const count = ring.pop(part, most);
      for (let i = 0; i < count; i++) sum++;
      done += count;
    }
  }
  if (workerData.role === 'consumer') console.log(sum);
}
