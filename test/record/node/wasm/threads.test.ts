// Threads that run atomics on the same few locations: the recorded values must agree with the recorded order.

import { Worker } from 'node:worker_threads';
import { expect, it } from 'vitest';
import { newControl } from '../../../../src/record/node/core/control.ts';
import { newBuffer } from '../../../../src/record/node/core/log.ts';
import { controlModule, logModule } from '../../../../src/record/node/wasm/helper.ts';
import { instrument, withNote } from '../../../../src/record/node/wasm/instrument.ts';
import { assemble, decodeRecords, FIRST_SITE, type Recorded } from './harness.ts';

const THREADS = 3;
const ROUNDS = 60_000;

const PROGRAM = `(module (import "js" "memory" (memory 1 1 shared))
  (func (export "run") (param $seed i32) (param $rounds i32) (local $a i32)
    (loop
      (local.set $seed (i32.add (i32.mul (local.get $seed) (i32.const 1103515245)) (i32.const 12345)))
      (local.set $a (i32.and (i32.shr_u (local.get $seed) (i32.const 16)) (i32.const 12)))
      (block (block (block (block (block
        (br_table 0 1 2 3 4 (i32.and (i32.shr_u (local.get $seed) (i32.const 24)) (i32.const 7))))
        (drop (i32.atomic.rmw.add (local.get $a) (local.get $seed))) (br 3))
        (drop (i32.atomic.rmw.cmpxchg (local.get $a) (i32.atomic.load (local.get $a)) (local.get $seed))) (br 2))
        (i32.atomic.store (local.get $a) (local.get $seed)) (br 1))
        (drop (i32.atomic.rmw16.xchg_u (local.get $a) (local.get $seed))) (br 0))
      (drop (i32.atomic.load (local.get $a)))
      (br_if 0 (local.tee $rounds (i32.sub (local.get $rounds) (i32.const 1)))))))`;

// Links by hand: a worker cannot load TypeScript.
const WORKER = `
const { workerData: given, parentPort } = require('node:worker_threads');
const words = new Int32Array(given.buffer.buffer);
const stripes = new Int32Array(given.control.buffer);
const chunks = [];
function flush() {
  if (words[8] !== 0) {
    words.set([words[8], 48 << 16, 0, 0], words[0] >> 2);
    words[0] += 16;
    words[8] = 0;
  }
  chunks.push(new Uint8Array(given.buffer.buffer.slice(64, words[0])));
  words[5] += (words[0] - 64) / 16;
  words[0] = 64;
}
function contended(stripe) {
  while (Atomics.exchange(stripes, stripe >> 2, 2) !== 0) Atomics.wait(stripes, stripe >> 2, 2, 1000);
}
const control = new WebAssembly.Instance(given.controlModule, { h: { control: given.control, contended } }).exports;
const log = new WebAssembly.Instance(given.logModule, {
  h: { buffer: given.buffer, flush, time: control.time, tick: control.tick, stack: () => 0, base: 0n, firstSite: 0n },
}).exports;
const none = () => 0;
const hooks = { ...control, ...log, wait32: none, wait64: none, notify: none, ahead: none };
const { run } = new WebAssembly.Instance(given.module, { js: { memory: given.memory }, 'foretrace:hooks': hooks }).exports;
parentPort.once('message', () => {
  // All begin at once, or they would be done before the next one starts.
  const arrived = new Int32Array(given.memory.buffer, 64);
  Atomics.add(arrived, 0, 1);
  while (Atomics.load(arrived, 0) < given.threads);
  run(given.seed, given.rounds);
  flush();
  parentPort.postMessage(Buffer.concat(chunks));
});
parentPort.postMessage('ready');
`;

function start(workerData: object): { ready: Promise<void>; go(): Promise<Recorded[]> } {
  const worker = new Worker(WORKER, { eval: true, workerData });
  const message = () =>
    new Promise((resolve, reject) => {
      worker.once('message', resolve);
      worker.once('error', reject);
    });
  return {
    ready: message() as Promise<void>,
    async go() {
      const bytes = message();
      worker.postMessage('go');
      return decodeRecords((await bytes) as Uint8Array);
    },
  };
}

/** The atomics of all threads in the order of their times. */
function merged(threads: readonly Recorded[][]): Recorded[] {
  const timed: { time: number; record: Recorded }[] = [];
  for (const records of threads) {
    let time = 0;
    for (const record of records) {
      if (record.kind === 'stamp') {
        if (record.address <= time) throw new Error('the time falls');
        time = record.address;
      } else if (record.kind !== 'repeat') timed.push({ time, record });
    }
  }
  return timed.sort((a, b) => a.time - b.time).map(({ record }) => record);
}

it('atomics of several threads agree with the order of their times', async () => {
  const memory = new WebAssembly.Memory({ initial: 1, maximum: 1, shared: true });
  const shared = {
    memory,
    control: newControl(),
    module: new WebAssembly.Module(withNote(instrument(assemble(PROGRAM))!, FIRST_SITE)),
    controlModule: new WebAssembly.Module(controlModule()),
    logModule: new WebAssembly.Module(logModule(false)),
    rounds: ROUNDS,
    threads: THREADS,
  };
  const threads = Array.from({ length: THREADS }, (_, i) => start({ ...shared, buffer: newBuffer(i), seed: i + 1 }));
  await Promise.all(threads.map(({ ready }) => ready));
  const logs = await Promise.all(threads.map((thread) => thread.go()));

  const replayed = new DataView(new ArrayBuffer(16));
  const wrong: Recorded[] = [];
  for (const record of merged(logs)) {
    const { address, size, values } = record;
    const now = size === 2 ? replayed.getUint16(address, true) : replayed.getUint32(address, true);
    if (BigInt(now) !== values![0]) wrong.push(record);
    if (size === 2) replayed.setUint16(address, Number(values![1]), true);
    else replayed.setUint32(address, Number(values![1]), true);
  }
  expect(wrong).toEqual([]);
  expect(new Uint8Array(replayed.buffer)).toEqual(new Uint8Array(memory.buffer).slice(0, 16));
});
