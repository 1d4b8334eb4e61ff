// Numbers that touch but do not overlap, by methods of Buffer.
import { isMainThread, Worker, workerData } from 'node:worker_threads';

if (isMainThread) {
  const memory = new SharedArrayBuffer(64);
  for (const role of [0, 1]) new Worker(new URL(import.meta.url), { workerData: { memory, role } });
} else {
  const buffer = Buffer.from(workerData.memory);
  if (workerData.role === 0) {
    buffer.writeUInt32LE(0xffffffff, 10);
    buffer.writeUIntBE(0x010203, 20, 3);
    console.log(buffer.readUIntBE(20, 3), buffer.readInt8(13));
  } else {
    buffer.writeUInt16BE(0xffff, 14);
    buffer.writeDoubleBE(1.5, 23);
    buffer.writeInt8(1, 9);
    console.log(buffer.readDoubleBE(23), buffer.readUInt8(9));
  }
}
