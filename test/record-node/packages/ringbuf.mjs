// One producer, one consumer.
import { isMainThread, Worker, workerData } from 'node:worker_threads';
import { RingBuffer } from 'ringbuf.js';

const COUNT = 300;
if (isMainThread) {
  const memory = RingBuffer.getStorageForCapacity(32, Uint8Array);
  for (const role of ['producer', 'consumer']) new Worker(new URL(import.meta.url), { workerData: { memory, role } });
} else {
  const ring = new RingBuffer(workerData.memory, Uint8Array);
  const part = new Uint8Array(7);
  let done = 0;
  let sum = 0;
  while (done < COUNT) {
    const most = Math.min(part.length, COUNT - done);
    if (workerData.role === 'producer') done += ring.push(part.fill(done % 256), most);
    else {
      const count = ring.pop(part, most);
      for (let i = 0; i < count; i++) sum++;
      done += count;
    }
  }
  if (workerData.role === 'consumer') console.log(sum);
}
