// Workers: what a recording keeps of them, however they end.

import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { all, sample } from '../../runs.ts';
import { counts, offsets, record, register } from './record.ts';

const counter = `
const { Worker, isMainThread, workerData } = require('node:worker_threads');
if (isMainThread) {
  const shared = new SharedArrayBuffer(8);
  const counter = new Int32Array(shared);
  new Worker(__filename, { workerData: counter, name: 'adder' }).on('exit', () => console.log(counter[0], counter[1]));
} else {
  for (let i = 0; i < 100; i++) workerData[0]++;
  Atomics.add(workerData, 1, 7);
}`;

const ends = `
const { Worker, isMainThread, workerData, parentPort } = require('node:worker_threads');
const mode = process.argv[2];
if (isMainThread) {
  const a = new Int32Array(new SharedArrayBuffer(4));
  const worker = new Worker(__filename, { workerData: { a, depth: 0 }, argv: [mode] });
  worker.on('error', () => a[0]);
  worker.on('message', () => {
    if (mode === 'terminate') worker.terminate();
    if (mode === 'process exit' || mode === 'nested') process.exit(3);
    if (mode === 'throw in main') throw new Error('main');
    if (mode === 'SIGKILL') process.kill(process.pid, 'SIGKILL');
    if (mode === 'SIGTERM') process.kill(process.pid, 'SIGTERM');
    if (mode === 'abort') process.abort();
  });
} else if (mode === 'nested' && workerData.depth === 0) {
  const child = new Worker(__filename, { workerData: { a: workerData.a, depth: 1 }, argv: [mode] });
  child.on('message', () => parentPort.postMessage('up'));
} else {
  for (let i = 0; i < 1000; i++) workerData.a[0] = i;
  if (mode === 'exit') process.exit(4);
  if (mode === 'throw') throw new Error('worker');
  parentPort.postMessage('up');
  for (;;);
}`;

const postman = `
const { Worker, isMainThread, parentPort } = require('node:worker_threads');
if (isMainThread) {
  const worker = new Worker(__filename);
  worker.postMessage('there');
  worker.on('message', () => worker.unref());
} else parentPort.once('message', () => parentPort.postMessage('back'));
`;

describe('a worker', () => {
  it('gives and takes messages, which are called so', async () => {
    const { threads, naming } = record({ 'postman.js': postman });
    const names = await naming();
    // Memory lies below.
    const called = threads.map((records) =>
      records.filter(({ address }) => address >= 2 ** 47).map(({ address }) => names.lock(address, undefined)),
    );
    expect(called).toEqual([
      ['message 1', 'message 2'],
      ['message 1', 'message 2'],
    ]);
  });

  it('is forked, joined, and accesses the block of its parent', async () => {
    const { stdout, threads, naming } = record({ 'counter.js': counter });
    expect(stdout).toBe('100 7\n');
    expect(counts(threads[1])).toEqual({ begin: 1, read: 100, write: 100, atomicUpdate: 1, end: 1 });
    expect(counts(threads[0])).toMatchObject({ allocate: 1, fork: 1, join: 1, read: 2 });
    expect(new Set(offsets(threads[1], 'write'))).toEqual(new Set([0]));
    const names = await naming();
    const update = threads[1]!.find(({ kind }) => kind === 'atomicUpdate')!;
    expect([update.before, update.after]).toEqual([0n, 7n]);
    expect(names.location(update.site)).toBe('counter.js:9:11');
    expect(names.location(threads[1]!.find(({ kind }) => kind === 'write')!.site)).toBe('counter.js:8:33');
    expect([names.thread(0), names.thread(1)]).toEqual(['main', 'adder']);
    const allocation = threads[0]!.find(({ kind }) => kind === 'allocate')!;
    const block = { address: allocation.address, bytes: 8, kind: 2, site: allocation.site, thread: 0, number: 1 };
    expect(names.variable(allocation.address + 4, 4, block)).toBe('counter[1] (Int32)');
  });

  it.runIf(all)('starts after its fork and ends before its join', () => {
    const { threads } = record({ 'counter.js': counter });
    const time = (thread: number, wanted: string) => threads[thread]!.find(({ kind }) => kind === wanted)!.time;
    const times = [time(0, 'fork'), time(1, 'begin'), time(1, 'end'), time(0, 'join')];
    expect(times).toEqual([...times].sort((a, b) => a - b));
  });

  it.runIf(all)('is recorded however long its maker takes to go on', () => {
    const slow = `
require('node:diagnostics_channel').subscribe('worker_threads', () => {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1500);
});
${counter}`;
    const { stdout, threads } = record({ 'slow.js': slow });
    expect(stdout).toBe('100 7\n');
    expect(counts(threads[1])).toMatchObject({ write: 100 });
  });

  const manners: [mode: string, status: number | null][] = [
    ['exit', 0],
    ['throw', 0],
    ['terminate', 0],
    ['process exit', 3],
    ['nested', 3],
    ['throw in main', 1],
    ['SIGKILL', null],
    ['SIGTERM', null],
    ['abort', null],
  ];
  it.each(sample(manners, 3))('keeps its records over: %s', (mode, status) => {
    const outcome = record({ 'ends.js': ends }, { args: [mode] });
    expect(outcome.status).toBe(status);
    expect(counts(outcome.threads[mode === 'nested' ? 2 : 1])).toMatchObject({ write: 1000 });
  });

  it.runIf(all)('is not mistaken when it is given options of its own', () => {
    const text = `
const { Worker, SHARE_ENV } = require('node:worker_threads');
const a = new Uint8Array(new SharedArrayBuffer(4));
const options = [{ execArgv: [] }, { env: {} }, { env: SHARE_ENV }, { execArgv: ['--no-warnings'], env: { A: '1' } }];
let running = options.length;
for (const [i, option] of options.entries())
  new Worker("const { workerData: { a, i } } = require('node:worker_threads'); a[i] = 1;", { eval: true, workerData: { a, i }, ...option })
    .on('exit', () => --running === 0 && console.log(a.join()));`;
    const { stdout, threads } = record({ 'options.js': text });
    expect(stdout).toBe('1,1,1,1\n');
    expect(
      threads
        .slice(1)
        .flatMap((thread) => offsets(thread, 'write'))
        .sort(),
    ).toEqual([0, 1, 2, 3]);
  });
});

describe('a process', () => {
  it.each([
    ['has lost nothing', "process.send('done'); setInterval(() => {}, 1000);", { write: 1, end: 1 }],
    [
      'may have lost what it did since',
      "process.send(''); a[0] = 2; process.send('done'); a[0] = 3; require('node:fs').writeSync(1, 'written'); for (;;);",
      { write: 3, end: undefined },
    ],
    [
      'may have lost what a worker did',
      `const { Worker } = require('node:worker_threads');
new Worker('for (;;);', { eval: true }).on('online', () => process.send('done'));`,
      { write: 1, end: undefined },
    ],
  ])('that is killed after it told its parent something %s', (_, child, expected) => {
    const waitsForText = child.includes('written');
    const { stdout, processes } = record({
      'parent.js': `
const child = require('node:child_process').fork(require.resolve('./child.js'), { stdio: ['ignore', 'pipe', 'inherit', 'ipc'] });
const kill = (message) => message !== '' && child.kill('SIGKILL');
${waitsForText ? "child.stdout.on('data', kill)" : "child.on('message', kill)"};
child.on('exit', () => console.log('over'));`,
      'child.js': `const a = new Uint8Array(new SharedArrayBuffer(1)); a[0] = 1;\n${child}`,
    });
    expect(stdout).toBe('over\n');
    const found = counts(processes[1]!.threads[0]);
    expect({ write: found['write'], end: found['end'] }).toEqual(expected);
  });

  it.runIf(all)('of vitest that is ended by SIGTERM has lost nothing, also of a worker that runs', () => {
    const { stdout, processes } = record({
      'parent.js': `
const child = require('node:child_process').fork(require.resolve('./child.js'));
child.on('message', (what) => what === 'done' && child.kill()).on('exit', (_, signal) => console.log(signal));`,
      'child.js': `
const { Worker, isMainThread, parentPort, workerData } = require('node:worker_threads');
if (isMainThread) {
  process.env.VITEST_WORKER_ID = '1';
  process.send('started');
  process.emit('SIGTERM');
  process.emit('SIGTERM', 'SIGTERM');
  const a = new Int32Array(new SharedArrayBuffer(4));
  new Worker(__filename, { workerData: a }).on('message', () => process.send('done'));
} else {
  for (let i = 0; i < 1000; i++) workerData[0] = i;
  parentPort.postMessage('done');
  for (;;);
}`,
    });
    expect(stdout).toBe('SIGTERM\n');
    expect(counts(processes[1]!.threads[0])).toMatchObject({ end: 1 });
    expect(counts(processes[1]!.threads[1])).toMatchObject({ write: 1000 });
  });

  it('is recorded with its child processes, each in a folder of its own', () => {
    const { stdout, processes } = record({
      'parent.js': `
require('node:child_process').fork(require.resolve('./child.js')).on('exit', () => {
  const a = new Uint8Array(new SharedArrayBuffer(1)); a[0] = 1; console.log('done');
});`,
      'child.js': 'const a = new Uint8Array(new SharedArrayBuffer(1)); a[0]; a[0];',
    });
    expect(stdout).toBe('done\n');
    expect(processes.map(({ threads }) => counts(threads[0]))).toMatchObject([{ write: 1 }, { read: 2 }]);
  });

  it.runIf(all)(
    'loaded by hand into a folder that the environment names is recorded with what it spawns, wherever that runs',
    () => {
      const { stdout, stderr, processes } = record(
        {
          'parent.js': `
const { spawnSync } = require('node:child_process');
const a = new Uint8Array(new SharedArrayBuffer(1)); a[0] = 1;
console.log(spawnSync(process.execPath, [require.resolve('./child.js')], { cwd: '/' }).status);`,
          'child.js': 'const a = new Uint8Array(new SharedArrayBuffer(1)); a[0]; a[0];',
        },
        { node: ['--require', register], env: { NODE_OPTIONS: '', FORETRACE_RECORD: 'rec' } },
      );
      expect([stdout, stderr]).toEqual(['0\n', '']);
      expect(processes.map(({ threads }) => counts(threads[0]))).toMatchObject([{ write: 1 }, { read: 2 }]);
    },
  );

  it('stops to record at a limit and goes on', () => {
    const text = `const a = new Uint8Array(new SharedArrayBuffer(1)); for (let i = 0; i < 1e6; i++) a[0] = i; console.log(a[0]);`;
    const { stdout, threads } = record({ 'much.js': text }, { env: { FORETRACE_MAX_EVENTS: '100000' } });
    expect(stdout).toBe('63\n');
    expect(threads[0]!.at(-1)!.kind).toBe('stopped');
    expect(threads[0]!.length).toBeLessThan(200_000);
  });

  it('can be recorded without a wrapper', () => {
    const { stderr, cwd, status } = record(
      { 'app.mjs': 'console.log(1)' },
      { record: false, node: ['--import', pathToFileURL(register).href] },
    );
    expect(status).toBe(0);
    expect(stderr).toBe(
      'foretrace: recorded into foretrace-recording; next: foretrace assemble foretrace-recording trace.ftrace\n',
    );
    expect(cwd).toBeTruthy();
  });
});
