// Requests that a worker makes of the main thread, and waits for.
const { isMainThread, parentPort, Worker } = require('node:worker_threads');
const { ClientConnection, ServiceConnection, Uint32Result } = require('@vscode/sync-api-common/node');

if (isMainThread) {
  const worker = new Worker(__filename);
  const connection = new ServiceConnection(worker);
  let sum = 0;
  connection.onRequest('add', ({ numbers }, result) => {
    sum += numbers.reduce((a, b) => a + b, 0);
    result.set([sum]);
    return { errno: 0 };
  });
  connection.onRequest('end', () => {
    setImmediate(() => worker.terminate());
    return { errno: 0 };
  });
  connection.signalReady();
} else {
  const connection = new ClientConnection(parentPort);
  connection.serviceReady().then(() => {
    const sums = [1, 2, 3].map(
      (i) => connection.sendRequest('add', { numbers: [i, i + 1] }, Uint32Result.fromLength(1), 50_000).data[0],
    );
    require('node:fs').writeSync(1, `${sums.join()}\n`);
    connection.sendRequest('end');
  });
}
