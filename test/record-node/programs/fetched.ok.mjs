// What a worker did before it asked by fetch is there for the server, and what the server did for who has the answer; the second time by the same connection.
import { createServer } from 'node:http';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';

const ROUNDS = 3;
if (isMainThread) {
  const asked = new Int32Array(new SharedArrayBuffer(4 * ROUNDS));
  const answered = new Int32Array(new SharedArrayBuffer(4 * ROUNDS));
  const server = createServer((request, response) => {
    const round = Number(request.url.slice(1));
    if (asked[round] !== 1) throw new Error('not seen');
    answered[round] = 1;
    response.end('done');
    if (round === ROUNDS - 1) server.close();
  });
  const worker = new Worker(new URL(import.meta.url), { workerData: { asked, answered } });
  server.listen(0, '127.0.0.1', () => worker.postMessage(server.address().port));
} else {
  parentPort.once('message', async (port) => {
    const { asked, answered } = workerData;
    for (let round = 0; round < ROUNDS; round++) {
      asked[round] = 1;
      const response = await fetch(`http://127.0.0.1:${port}/${round}`);
      if ((await response.text()) !== 'done' || answered[round] !== 1) throw new Error('not seen');
    }
  });
}
