// biome-ignore-all lint/suspicious/noWith: what this is about
// A proxy hears of the names of the program, and of no others.
const { isMainThread, Worker, workerData } = require('node:worker_threads');

const asked = new Set();
const scope = (object) =>
  new Proxy(object, {
    has(target, name) {
      asked.add(String(name));
      return name in target;
    },
  });

function own(cells, index) {
  with (scope({ cells, index })) {
    const [first] = [cells[index]++];
    for (const value of [1, 2]) cells[index] += value;
    return (() => cells[index] + first)();
  }
}

if (isMainThread) {
  const cells = new Int32Array(new SharedArrayBuffer(16));
  new Worker(__filename, { workerData: cells });
  own(cells, 0);
} else {
  console.log(own(workerData, 1), ...asked);
}
