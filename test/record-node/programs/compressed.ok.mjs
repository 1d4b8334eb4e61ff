// It is compressed when it is written, in the background; the worker has the rest of the memory.
import { isMainThread, Worker, workerData } from 'node:worker_threads';
import zlib from 'node:zlib';

if (isMainThread) {
  const bytes = Buffer.from(new SharedArrayBuffer(64));
  bytes.fill('text', 0, 32);
  new Worker(new URL(import.meta.url), { workerData: bytes.buffer });
  zlib.gzip(bytes.subarray(0, 32), (_, packed) => {
    console.log(zlib.gunzipSync(packed).length, bytes.latin1Slice(0, 4));
  });
} else {
  const bytes = new Uint8Array(workerData);
  for (let i = 32; i < 64; i++) bytes[i] = i;
  console.log(new Uint8Array(workerData.slice(32)).length);
}
