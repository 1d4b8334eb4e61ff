// What is compressed is still being written.
const { isMainThread, Worker, workerData } = require('node:worker_threads');
const { gzipSync } = require('node:zlib');

if (isMainThread) {
  const bytes = Buffer.from(new SharedArrayBuffer(64));
  new Worker(__filename, { workerData: bytes });
  bytes.utf8Write('text', 60, 4);
} else {
  console.log(gzipSync(workerData).length > 0);
}
