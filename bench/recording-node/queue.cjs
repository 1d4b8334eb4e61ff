// Two workers put records into a ring of shared memory, two take them out, under a lock of Atomics: mostly synchronisation, and memory that
// goes from thread to thread. Prints the sum of what was taken.

'use strict';

const { Worker, isMainThread, parentPort, workerData } = require('node:worker_threads');

const SIDES = 2;
const ROOM = 64;
const WORDS = 16;
const [LOCK, HEAD, USED, ITEMS] = [0, 1, 2, 3];

/** 0 is free, 1 is held, 2 is held and somebody waits. */
function lock(view) {
  if (Atomics.compareExchange(view, LOCK, 0, 1) === 0) return;
  while (Atomics.exchange(view, LOCK, 2) !== 0) Atomics.wait(view, LOCK, 2);
}

function unlock(view) {
  if (Atomics.exchange(view, LOCK, 0) === 2) Atomics.notify(view, LOCK, 1);
}

/** Does the work under the lock as soon as the ring is ready for it; waits until somebody changed how much is used. */
function when(view, ready, work) {
  for (;;) {
    lock(view);
    const used = view[USED];
    if (ready(used)) {
      work();
      unlock(view);
      Atomics.notify(view, USED);
      return;
    }
    unlock(view);
    Atomics.wait(view, USED, used);
  }
}

function produce(view, count) {
  for (let n = 0; n < count; n++)
    when(
      view,
      (used) => used < ROOM,
      () => {
        const from = ITEMS + ((view[HEAD] + view[USED]) % ROOM) * WORDS;
        for (let word = 0; word < WORDS; word++) view[from + word] = n + word;
        Atomics.add(view, USED, 1);
      },
    );
  return 0;
}

function consume(view, count) {
  let sum = 0;
  for (let n = 0; n < count; n++)
    when(
      view,
      (used) => used > 0,
      () => {
        const from = ITEMS + view[HEAD] * WORDS;
        for (let word = 0; word < WORDS; word++) sum += view[from + word];
        view[HEAD] = (view[HEAD] + 1) % ROOM;
        Atomics.sub(view, USED, 1);
      },
    );
  return sum;
}

if (isMainThread) {
  const count = Number(process.argv[2]) / SIDES;
  const view = new Int32Array(new SharedArrayBuffer(4 * (ITEMS + ROOM * WORDS)));
  let total = 0;
  for (let n = 0; n < 2 * SIDES; n++) {
    const worker = new Worker(__filename, { workerData: { view, count, produces: n < SIDES } });
    worker.on('message', (sum) => {
      total += sum;
    });
  }
  process.on('exit', () => process.stdout.write(String(total)));
} else {
  const { view, count, produces } = workerData;
  parentPort.postMessage((produces ? produce : consume)(view, count));
}
