// A worker that waits for messages without an event loop.
const { isMainThread, parentPort, Worker, workerData } = require('node:worker_threads');

// The package wants the global object of a browser.
globalThis.self ??= globalThis;
const { makeAtomicsChannel, readMessage, writeMessage } = require('sync-message');

if (isMainThread) {
  const channel = makeAtomicsChannel({ bufferSize: 256 });
  const worker = new Worker(__filename, { workerData: channel });
  worker.on('message', async ({ asks, said }) => {
    if (said === undefined) await writeMessage(channel, { answer: asks * 2 }, `${asks}`);
    else console.log(said.join());
  });
} else {
  const said = [];
  for (let asks = 0; asks < 5; asks++) {
    parentPort.postMessage({ asks });
    said.push(readMessage(workerData, `${asks}`).answer);
  }
  parentPort.postMessage({ said });
}
