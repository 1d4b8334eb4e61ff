// Atomics and messages: recorded values agree with recorded order, and what was sent comes before its receipt.

import { expect, it } from 'vitest';
import { ONCE } from '../../../src/raw/format.ts';
import { Space } from '../../../src/record/node/core/hooks.ts';
import { all } from '../../runs.ts';
import { counts, offsets, type RawRecord, record } from './record.ts';

const storm = `
const { Worker, isMainThread, workerData } = require('node:worker_threads');
const a = isMainThread ? new SharedArrayBuffer(64) : workerData;
const i32 = new Int32Array(a), u8 = new Uint8Array(a, 32), big = new BigInt64Array(a, 40);
if (isMainThread) for (let i = 0; i < 2; i++) new Worker(__filename, { workerData: a });
const names = ['add', 'sub', 'and', 'or', 'xor', 'exchange'];
for (let i = 0; i < 3000; i++) {
  const n = Math.floor(Math.random() * 9);
  const v = Math.floor(Math.random() * 5) - 1;
  if (n < 6) { Atomics[names[n]](i32, v & 1, v); Atomics[names[n]](u8, v & 3, v * 77); Atomics[names[n]](big, 0, BigInt(v)); }
  else if (n === 6) Atomics.compareExchange(i32, 0, v, i);
  else if (n === 7) Atomics.load(u8, 1), Atomics.load(big, 0);
  else Atomics.store(i32, 1, i), Atomics.store(u8, 2, -i);
}`;

/** What a worker prints, and the end of its ports, are sent to its parent too; here is what the program sends. */
const isOfProgram = ({ address }: RawRecord) => address < Space.close * 2 ** 32;

/** Synchronisation of all threads in the order of its times, which are unique. */
function merged(threads: readonly (readonly RawRecord[])[], wanted: (kind: string) => boolean): RawRecord[] {
  return threads
    .flat()
    .filter((entry) => wanted(entry.kind) && isOfProgram(entry))
    .sort((a, b) => a.time - b.time);
}

it('replays: each atomic finds the value that the one before left', () => {
  const { threads, status } = record({ 'storm.js': storm });
  expect(status).toBe(0);
  const atomics = merged(threads, (kind) => kind.startsWith('atomic'));
  expect(atomics.length).toBeGreaterThan(20_000);
  expect(new Set(atomics.map(({ time }) => time)).size).toBe(atomics.length);
  const values = new Map<number, bigint>();
  for (const { address, before, after } of atomics) {
    expect(before).toBe(values.get(address) ?? 0n);
    values.set(address, after);
  }
});

it.runIf(all)('counts the loads of a spin loop', () => {
  // The worker stores when the loop has gone round often enough; the environment is no synchronisation.
  const { threads } = record({
    'spin.js': `
const { Worker, isMainThread, SHARE_ENV, workerData } = require('node:worker_threads');
const a = isMainThread ? new Int32Array(new SharedArrayBuffer(4)) : workerData;
if (isMainThread) {
  new Worker(__filename, { workerData: a, env: SHARE_ENV });
  for (let i = 0; Atomics.load(a, 0) === 0; i++) if (i === 2000) process.env.OFTEN = 'yes';
} else {
  while (process.env.OFTEN === undefined);
  Atomics.store(a, 0, 1);
}`,
  });
  expect(counts(threads[0])).toMatchObject({ atomicLoad: 2, repeat: 1 });
  expect(threads[0]!.find(({ kind }) => kind === 'repeat')!.address).toBeGreaterThan(1000);
});

it('orders a notify before the waits that it woke', () => {
  const { threads, stdout } = record({
    'wait.mjs': `
import { Worker, isMainThread, workerData } from 'node:worker_threads';
if (isMainThread) {
  const a = new Int32Array(new SharedArrayBuffer(16));
  new Worker(new URL(import.meta.url), { workerData: a });
  Atomics.waitAsync(a, 1, 0).value.then((outcome) => console.log('async', outcome, a[3]));
  while (Atomics.load(a, 2) === 0);
  a[3] = 5;
  // Until somebody waits there is nobody to wake.
  const wake = () => { const woken = Atomics.notify(a, 0); if (woken === 0) setTimeout(wake, 1); else console.log(woken); };
  wake();
} else {
  Atomics.store(workerData, 2, 1);
  console.log(Atomics.wait(workerData, 0, 0), Atomics.wait(workerData, 2, 0));
  workerData[3]++;
  Atomics.notify(workerData, 1);
}`,
  });
  expect(stdout.split('\n').sort()).toEqual(['', '1', 'async ok 6', 'ok not-equal']);
  const edges = merged(threads, (kind) => kind === 'send' || kind === 'receive');
  expect(edges.map(({ kind }) => kind)).toEqual(['send', 'receive', 'send', 'receive']);
  expect(edges.map(({ address }) => address - 0x100000)).toEqual([0, 0, 4, 4]);
});

it('orders messages of every kind, and knows the blocks in them', () => {
  const { threads, stdout, status } = record({
    'messages.js': `
const { Worker, isMainThread, parentPort, MessageChannel, receiveMessageOnPort, BroadcastChannel, workerData } = require('node:worker_threads');
if (isMainThread) {
  const a = new Uint8Array(new SharedArrayBuffer(16));
  const { port1, port2 } = new MessageChannel();
  const worker = new Worker(__filename, { workerData: { port: port2 }, transferList: [port2] });
  worker.postMessage({ deep: [new Map([['a', a]])] });
  port1.postMessage(a.buffer);
  const channel = new BroadcastChannel('x');
  channel.onmessage = ({ data }) => { console.log('broadcast', data.a === undefined, a.slice(0, 3).join()); channel.close(); port1.close(); };
  worker.on('message', (text) => console.log(text));
} else {
  parentPort.once('message', ({ deep }) => {
    deep[0].get('a')[0] = 1;
    new Uint8Array(receiveMessageOnPort(workerData.port).message)[1] = 2;
    structuredClone(deep)[0].get('a')[2] = 3;
    console.log('not a message');
    parentPort.postMessage('hello');
    const channel = new BroadcastChannel('x');
    channel.postMessage({});
    channel.close();
    workerData.port.close();
  });
}`,
  });
  expect(status).toBe(0);
  expect(stdout).toContain('hello\n');
  expect(stdout).toContain('broadcast true 1,2,3\n');
  expect(offsets(threads[1], 'write')).toEqual([0, 1, 2]);
  const edges = merged(threads, (kind) => kind === 'send' || kind === 'receive');
  const sent = new Map(edges.filter(({ kind }) => kind === 'send').map(({ address, time }) => [address, time]));
  const receipts = edges.filter(({ kind }) => kind === 'receive');
  expect(sent.size).toBe(4);
  expect(receipts.length).toBe(4);
  // The broadcast is for all who listen.
  expect(receipts.map(({ extra }) => extra).sort()).toEqual([0, ONCE, ONCE, ONCE]);
  for (const { address, time } of receipts) expect(sent.get(address)).toBeLessThan(time);
});

it.runIf(all)('tells blocks apart when a message has many', () => {
  const { threads, stdout } = record({
    'many.js': `
const { Worker, isMainThread, workerData } = require('node:worker_threads');
if (isMainThread) {
  const all = Array.from({ length: 40 }, () => new Uint8Array(new SharedArrayBuffer(1)));
  const worker = new Worker("require('node:worker_threads').parentPort.once('message', ({ x }) => { x[0] = 1; });", { eval: true });
  worker.postMessage({ x: all[37] });
  worker.on('exit', () => { console.log(all[37][0]); });
}`,
  });
  expect(stdout).toBe('1\n');
  const write = threads[1]!.find(({ kind }) => kind === 'write')!;
  const read = threads[0]!.find(({ kind }) => kind === 'read')!;
  expect(write.address).toBe(read.address);
});
