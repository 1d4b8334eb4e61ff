// Who called: programs with one race each, and the frames that a report must have for it.

import { describe, expect, it } from 'vitest';
import type { Finding } from '../../../src/findings/finding.ts';
import type { Frame } from '../../../src/findings/stack.ts';
import { all, sample } from '../../runs.ts';
import { type Files, type FindingOptions, findingsOf, minified } from './findings.ts';
import { record } from './record.ts';
import { nested } from './wasm/nested.ts';

/** The one finding of a program. */
async function findingOf(files: Files, options: FindingOptions = {}): Promise<Finding> {
  const findings = await findingsOf(files, options);
  expect(findings).toHaveLength(1);
  return findings[0]!;
}

/** `how function line:column`, or the name of a library for frames that are folded. */
function told(stack: readonly Frame[]): string[] {
  const frames = stack.map(({ function: name, file, line, column, library, awaited }) => {
    if (library !== undefined) return library;
    return `${name ?? '-'} ${file}:${line}${column === undefined ? '' : `:${column}`}${awaited ? ', awaited by' : ''}`;
  });
  return frames.filter((frame, i) => frame !== frames[i - 1] || frame !== 'Node.js');
}

/** Two threads run `work(view)`, which is in the text; the first of them is the main thread. */
const twice = (text: string) => `const { Worker, isMainThread, workerData } = require('node:worker_threads');
const shared = isMainThread ? new SharedArrayBuffer(64) : workerData;
if (isMainThread) begin();
function begin() { new Worker(__filename, { workerData: shared }); }
setImmediate(function turn() { work(new Int32Array(shared)); });
${text}`;

const inTurn = ['turn a.cjs:5:32', 'Node.js'];

describe('the callers of an access', () => {
  it('of methods, callbacks and built-in functions', async () => {
    const { first, second, forks, allocation } = await findingOf({
      'a.cjs': twice(`class Ring {
  constructor(cells) { this.cells = cells; }
  put(value) { this.cells[0] = value; }
}
class Log {
  #ring; constructor(ring) { this.#ring = ring; }
  add(value) { [value].forEach((each) => this.#ring.put(each)); }
}
function work(view) { new Log(new Ring(view)).add(1); }`),
    });
    const expected = ['put a.cjs:8:21', 'add a.cjs:12:53', 'Node.js', 'add a.cjs:12:24', 'work a.cjs:14:47', ...inTurn];
    expect(told(first!.stack)).toEqual(expected);
    expect(told(second.stack)).toEqual(expected);
    expect(first!.stack.map((frame) => frame.seen)).not.toContain(true);
    expect(forks.map(({ stack }) => told(stack))).toEqual([['begin a.cjs:4:20', '- a.cjs:3:19', 'Node.js']]);
    expect(told(allocation!.stack)).toEqual(['- a.cjs:2:31', 'Node.js']);
  });

  it('across await', async () => {
    const { second } = await findingOf({
      'a.cjs': twice(`async function inner(view) { await new Promise(process.nextTick); view[0] = 1; }
async function outer(view) { await inner(view); }
function work(view) { outer(view); }`),
    });
    // What awaits has returned to its caller before: V8 does not know that any more.
    expect(told(second.stack)).toEqual(['inner a.cjs:6:67, awaited by', 'outer a.cjs:7:30']);
  });

  const ways: [name: string, text: string, expected: string[]][] = [
    ['Promise.all', 'await Promise.all([leaf()]);', ['leaf a.mjs:5:39, awaited by', 'Node.js', 'work a.mjs:6:25, awaited by']],
    ['Promise.any', 'await Promise.any([leaf()]);', ['leaf a.mjs:5:39, awaited by', 'Node.js', 'work a.mjs:6:25, awaited by']],
    [
      'then',
      'await tick().then(function next() { view[0] = 1; });',
      ['next a.mjs:6:61, awaited by', 'work a.mjs:6:25, awaited by'],
    ],
    [
      'an asynchronous generator',
      'for await (const x of (async function* some() { await leaf(); yield 1; })()) { }',
      ['leaf a.mjs:5:39, awaited by', 'some a.mjs:6:73, awaited by', 'work a.mjs:6:42, awaited by'],
    ],
    [
      'an event',
      "await tick(); new EventEmitter().on('x', function heard() { view[0] = 1; }).emit('x');",
      ['heard a.mjs:6:85', 'Node.js', 'work a.mjs:6:101, awaited by'],
    ],
  ];
  it.each(sample(ways, 3))('across %s', async (_, text, expected) => {
    const { second } = await findingOf({
      'a.mjs': `import { EventEmitter } from 'node:events';
import { Worker, isMainThread, workerData } from 'node:worker_threads';
const view = isMainThread ? new Int32Array(new SharedArrayBuffer(8)) : workerData;
if (isMainThread) new Worker(new URL(import.meta.url), { workerData: view });
async function leaf() { await tick(); view[0] = 1; }
async function work() { ${text} }
function tick() { return new Promise(process.nextTick); }
await work();`,
    });
    // What awaits at the top of a module has no name.
    expect(told(second.stack)).toEqual([...expected, '- a.mjs:8:1']);
    expect(second.stack.map(({ location }) => location).filter((name) => name.startsWith('node:built-in'))).toEqual(
      text.includes('Promise.a') ? [`node:built-in (${/Promise\.\w+/.exec(text)![0]})`] : [],
    );
  });

  it.runIf(all)('of a module', async () => {
    const { second } = await findingOf({
      'a.mjs': `import { Worker, isMainThread, workerData } from 'node:worker_threads';
import { store } from './store.mjs';
const shared = isMainThread ? new SharedArrayBuffer(4) : workerData;
if (isMainThread) new Worker(new URL(import.meta.url), { workerData: shared });
setImmediate(() => store(new Int32Array(shared)));`,
      'store.mjs': 'export const store = (view) => put(view, 0);\nfunction put(view, at) { view[at] = 1; }',
    });
    expect(told(second.stack)).toEqual(['put store.mjs:2:26', 'store store.mjs:1:32', '- a.mjs:5:20', 'Node.js']);
  });

  it.runIf(all)('of TypeScript, through its map', async () => {
    const source = twice(`interface Store { put(value: number): void }

class Cells implements Store {
  constructor(readonly view: Int32Array) {}
  put(value: number): void { this.view[0] = value; }
}

function work(view: Int32Array): void { const store: Store = new Cells(view); store.put(view[1]! + 1); }
declare const __filename: string; declare function require(name: string): any;`);
    const { second } = await findingOf(minified(source, { keepNames: true }));
    expect(told(second.stack)).toEqual(['put a.cts:10:35', 'work a.cts:13:85', 'turn a.cts:5:32', 'Node.js']);
  });

  it('of TypeScript across await, through its map', async () => {
    const source = twice(`type Task = Promise<void>;

const tick = (): Promise<void> => new Promise(process.nextTick);

async function inner(view: Int32Array): Task {
  await tick();
  view[0] = 1;
}

async function outer(view: Int32Array): Promise<void> {
  await inner(view);
}

async function work(view: Int32Array): Promise<void> {
  await Promise.all([outer(view)]);
}
declare const __filename: string; declare const process: any; declare function require(name: string): any;`);
    const { second } = await findingOf(minified(source, { keepNames: true }));
    const frames = ['inner a.cts:12:3, awaited by', 'outer a.cts:16:3, awaited by', 'Node.js', 'work a.cts:20:3'];
    expect(told(second.stack)).toEqual(frames);
  });

  it('of WebAssembly, by the name section', async () => {
    const { second } = await findingOf({
      'a.cjs': `const { Worker, isMainThread, workerData } = require('node:worker_threads');
const memory = isMainThread ? new WebAssembly.Memory({ initial: 1, maximum: 1, shared: true }) : workerData;
if (isMainThread) new Worker(__filename, { workerData: memory });
const code = require('node:fs').readFileSync('bank.wasm');
const bank = new WebAssembly.Instance(new WebAssembly.Module(code), { js: { memory } });
setImmediate(function turn() { bank.exports.deposit(); });`,
      'bank.wasm': nested(),
    });
    expect(second.stack.slice(0, 3).map(({ location }) => location)).toEqual([
      'bank.wasm:add+0x3a',
      'bank (deposit)',
      'a.cjs:6:45',
    ]);
  });
});

describe('what the recorder does itself', () => {
  it('is no frame', async () => {
    // The value needs a variable where there is none: the transform puts it into a function of its own.
    const { second } = await findingOf({
      'a.cjs': twice(`function work(view, at = 0, last = (view[at + 0] = one())) { return last; }
const one = () => 1;`),
    });
    expect(told(second.stack)).toEqual(['work a.cjs:6:37', ...inTurn]);
  });

  it('does not change what the program sees of its errors', () => {
    const program = `'use strict';
const view = new Int32Array(new SharedArrayBuffer(8));
const own = () => JSON.stringify(['prepareStackTrace', 'stackTraceLimit'].map((name) => {
  const { value, ...rest } = Object.getOwnPropertyDescriptor(Error, name) ?? {};
  return [typeof value === 'function' ? value.name : value, rest];
}));
let calls = 0;
const said = [own()];
const touch = () => { view[0]++; Atomics.add(view, 1, 1); new MessageChannel().port1.postMessage(view); said.push(own()); };
touch();
Error.stackTraceLimit = 3;
Error.prepareStackTrace = function mine(_, frames) { calls++; return frames.length; };
touch();
said.push(new Error().stack, calls);
delete Error.stackTraceLimit;
touch();
globalThis.Error = class extends Error { static prepareStackTrace() { calls++; return 'other'; } };
touch();
said.push(calls, Object.keys(Error).join());
Object.freeze(Error);
touch();
said.push(calls);
console.log(said.join('\\n'));
process.exit();
`;
    const plain = record({ 'a.js': program }, { record: false });
    expect(record({ 'a.js': program }, { env: { FORETRACE_STACKS: 'exact' } })).toMatchObject({
      status: 0,
      stdout: plain.stdout,
    });
  });

  it.runIf(all)('goes without a stack where the program has frozen its errors', async () => {
    const { second } = await findingOf({ 'a.cjs': `Object.freeze(Error);\n${twice('function work(view) { view[0] = 1; }')}` });
    expect(told(second.stack)).toEqual(['work a.cjs:7:23']);
  });
});

describe('synchronisation', () => {
  it('says who called each time', () => {
    const text = `const { Worker, isMainThread, parentPort, workerData } = require('node:worker_threads');
const view = isMainThread ? new Int32Array(new SharedArrayBuffer(8)) : workerData;
const ROUNDS = 9;
function wake() { while (Atomics.notify(view, 0) === 0) ; }
function sleep() { Atomics.wait(view, 0, 0); }
if (isMainThread) {
  const worker = new Worker(__filename, { workerData: view });
  worker.on('message', () => {});
  for (let i = 0; i < ROUNDS; i++) wake();
} else {
  for (let i = 0; i < ROUNDS; i++) sleep();
  for (let i = 0; i < ROUNDS; i++) parentPort.postMessage(i);
}`;
    const { threads } = record({ 'a.cjs': text });
    const often = (thread: number, kind: string) =>
      threads[thread]!.filter((entry) => entry.kind === kind && entry.isStacked).length;
    // Woken and waking; then messages; the loads of the wait are as many, and have stacks now and then.
    expect([often(0, 'fork'), often(0, 'send'), often(1, 'receive'), often(1, 'send')]).toEqual([1, 9, 9, 9]);
    expect(often(1, 'atomicLoad')).toBeLessThan(9);
  });

  it.runIf(all)('says so now and then where threads do nothing but wait for each other', () => {
    const text = `const { Worker, isMainThread, workerData } = require('node:worker_threads');
const view = isMainThread ? new Int32Array(new SharedArrayBuffer(8)) : workerData;
if (isMainThread) new Worker(__filename, { workerData: view });
for (let i = 0; i < 1000; i++)
  if (isMainThread) while (Atomics.notify(view, 0) === 0) ;
  else Atomics.wait(view, 0, 0);`;
    const { threads } = record({ 'a.cjs': text });
    const woken = threads[1]!.filter(({ kind }) => kind === 'receive');
    expect(woken.slice(0, 64).every(({ isStacked }) => isStacked)).toBe(true);
    expect(woken.filter(({ isStacked }) => isStacked).length).toBeLessThan(128);
  });

  it('says so now and then where a thread does nothing but send', () => {
    const text = `const { MessageChannel } = require('node:worker_threads');
new SharedArrayBuffer(8);
const { port1, port2 } = new MessageChannel();
for (let i = 0; i < 1000; i++) port1.postMessage(i);
port1.close();`;
    const { threads } = record({ 'a.cjs': text });
    // Without the one of the port that is closed.
    const sent = threads[0]!.filter(({ kind }) => kind === 'send').slice(0, 1000);
    expect(sent.slice(0, 64).every(({ isStacked }) => isStacked)).toBe(true);
    expect(sent.filter(({ isStacked }) => isStacked).length).toBeLessThan(128);
  });
});

describe('a stack that was not recorded', () => {
  const program = twice(`function work(view) { early(view); late(view); }
function early(view) { for (let i = 0; i < 6; i++) put(view, 8 + i); }
function late(view) { put(view, 0); }
function put(view, at) { if (isMainThread || at === 0) view[at] = 1; }`);

  it('is one of those that the thread had there, and says so', async () => {
    const { first, second } = await findingOf({ 'a.cjs': program });
    const [main, worker] = first!.thread === 'main' ? [first!, second] : [second, first!];
    // The main thread is there for the 7th time, the worker for the first.
    expect(main.stack[0]!.seen).toBe(true);
    expect(told(main.stack).slice(0, 3)).toEqual(['put a.cjs:9:56', 'early a.cjs:7:52', 'work a.cjs:6:23']);
    expect(worker.stack[0]!.seen).toBeUndefined();
    expect(told(worker.stack).slice(0, 3)).toEqual(['put a.cjs:9:56', 'late a.cjs:8:23', 'work a.cjs:6:36']);
  });

  it.runIf(all)('is recorded where all are wanted', async () => {
    const { first, second } = await findingOf({ 'a.cjs': program }, { stacks: 'exact' });
    for (const { stack } of [first!, second]) {
      expect(stack[0]!.seen).toBeUndefined();
      expect(told(stack).slice(0, 2)).toEqual(['put a.cjs:9:56', 'late a.cjs:8:23']);
    }
  });

  it.runIf(all)('is a place alone where none is wanted', async () => {
    const { first, second, forks } = await findingOf({ 'a.cjs': program }, { stacks: 'none' });
    for (const { stack } of [first!, second, forks[0]!]) expect(stack).toHaveLength(1);
  });

  it.runIf(all)('is looked for again when a stack shows the thread where it never was', async () => {
    const { first, second } = await findingOf({
      'a.cjs': program.replace('late(view) {', 'late(view) { view[isMainThread ? 14 : 15] = 1;'),
    });
    for (const { stack } of [first!, second]) {
      expect(stack[0]!.seen).toBeUndefined();
      expect(told(stack)[1]).toBe('late a.cjs:8:57');
    }
  });
});
