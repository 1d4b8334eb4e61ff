// What shared memory is called: programs with one race each, and the name that a programmer would say.

import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { transformSync } from 'esbuild';
import { describe, expect, inject, it, onTestFinished } from 'vitest';
import type { Finding } from '../../../src/findings/finding.ts';

/** The findings of a program; the first file is run. */
function findingsOf(files: Readonly<Record<string, string | Uint8Array>>): Finding[] {
  const cwd = mkdtempSync(join(tmpdir(), 'foretrace-names-'));
  onTestFinished(() => rmSync(cwd, { recursive: true, force: true }));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(cwd, name), text);
  const words = ['run', '--format', 'json', '--group', 'none', '--', process.execPath, Object.keys(files)[0]!];
  const { stdout, stderr } = spawnSync(process.execPath, [inject('main'), ...words], { cwd, encoding: 'utf8' });
  if (stdout === '') throw new Error(stderr);
  return (JSON.parse(stdout) as { findings: Finding[] }).findings;
}

const namesOf = (text: string): string[] => [...new Set(findingsOf({ 'a.cjs': text }).map(({ variable }) => variable))].sort();

/** The text runs in two threads, with the same `shared`, which the first made. */
const twice = (text: string) => `const { Worker, isMainThread, workerData } = require('node:worker_threads');
const shared = isMainThread ? new SharedArrayBuffer(128, { maxByteLength: 128 }) : workerData;
if (isMainThread) new Worker(__filename, { workerData: shared });
${text}`;

describe('an element is called by its view', () => {
  it.each([
    ['a variable', 'const counters = new Int32Array(shared); counters[3]++;', 'counters[3] (Int32)'],
    ['an assignment', 'let cells; cells = new Float64Array(shared, 16); cells[1] = 2;', 'cells[1] (Float64)'],
    ['a choice', 'const a = shared ? new Uint16Array(shared) : undefined; a[2] = 2;', 'a[2] (Uint16)'],
    ['a default', 'function put(list = new BigInt64Array(shared)) { list[1] = 2n; } put();', 'list[1] (BigInt64)'],
    ['a property', 'const world = { grid: new Float32Array(shared) }; const { grid: g } = world; g[4] = 1;', 'grid[4] (Float32)'],
    ['a field', 'class A { #all = new Int8Array(shared); put() { this.#all[5] = 1; } } new A().put();', 'all[5] (Int8)'],
    [
      'a property of this',
      'class Stats { constructor(b) { this.hits = new Int32Array(b, 8, 2); } hit() { this.hits[1]++; } } new Stats(shared).hit();',
      'hits[1] (Int32)',
    ],
    ['Atomics', 'const n = new Int32Array(shared); if (isMainThread) Atomics.add(n, 7, 1); else n[7] = 1;', 'n[7] (Int32)'],
    ['a method', 'const bytes = new Uint8Array(shared, 64); bytes.fill(isMainThread ? 1 : 2, 3, 4);', 'bytes[3] (Uint8)'],
    ['a range', 'const bytes = new Uint8Array(shared); bytes.fill(isMainThread ? 1 : 2, 8, 16);', 'bytes[8..15] (Uint8)'],
    ['Buffer', 'const b = Buffer.from(shared, 4, 8); b[1] = 2;', 'b[1] (Uint8)'],
    ['a part of a view', 'const all = new Int32Array(shared); const some = all.subarray(2); some[1] = 2;', 'all[3] (Int32)'],
  ])('of %s', (_, text, name) => expect(namesOf(twice(text))).toEqual([name]));

  it('that is the smallest of those that the code names', () => {
    const views = 'const all = new Int32Array(shared); const state = new Int32Array(shared, 8, 1); all[0] = 1;';
    expect(namesOf(twice(`${views} all[2] = 1;`))).toEqual(['all[0] (Int32)', 'state[0] (Int32)']);
  });

  it('that has elements of that size', () => {
    const views = 'const bytes = new Uint8Array(shared, 0, 8); const words = new Int32Array(shared); words[0] = 1; bytes[4] = 1;';
    expect(namesOf(twice(views))).toEqual(['bytes[4] (Uint8)', 'words[0] (Int32)']);
  });

  it('of its own buffer, however far another may grow', () => {
    const text = `const { Worker, isMainThread, workerData } = require('node:worker_threads');
const log = isMainThread ? new SharedArrayBuffer(8, { maxByteLength: 16 }) : workerData[0];
const other = isMainThread ? new SharedArrayBuffer(8) : workerData[1];
const bytes = new Uint8Array(log);
if (isMainThread) new Worker(__filename, { workerData: [log, other] });
bytes[3] = 1;
new Uint8Array(other)[3] = 1;`;
    expect(namesOf(text)).toEqual(['bytes[3] (Uint8)', 'other[3] (Uint8)']);
  });

  it('with a number, if others are called so, too', () => {
    const text = 'const rows = [0, 1].map((n) => { const row = new Int32Array(shared, 8 * n, 2); return row; }); rows[1][1] = 1;';
    expect(namesOf(twice(text))).toEqual(['row#2[1] (Int32)']);
  });
});

describe('the name that counts', () => {
  it('is that of the thread which made the view, wherever it was sent', () => {
    const text = `const { Worker, isMainThread, workerData } = require('node:worker_threads');
if (isMainThread) {
  const counters = new Int32Array(new SharedArrayBuffer(64));
  new Worker(__filename, { workerData: { list: counters } });
  counters[3] = 1;
} else {
  const { list: c } = workerData;
  c[3] = 2;
}`;
    expect(namesOf(text)).toEqual(['counters[3] (Int32)']);
  });

  it('is that of the buffer, if the view got none', () => {
    expect(namesOf(twice('(function work(view) { view[3] = 1; })(new Int32Array(shared, 8));'))).toEqual(['shared[5] (Int32)']);
  });

  it('is that of the use, if the buffer got none either', () => {
    const text = `const { Worker, isMainThread, workerData } = require('node:worker_threads');
const pass = (view) => { if (isMainThread) new Worker(__filename, { workerData: view }); return view; };
const list = isMainThread ? pass(new Int32Array(new SharedArrayBuffer(8))) : workerData;
list[1] = 1;`;
    expect(namesOf(text)).toEqual(['list[1] (Int32)']);
  });

  it('is the place and the bytes, if there is none at all', () => {
    const text = `const { Worker, isMainThread, workerData } = require('node:worker_threads');
const pass = (view) => { if (isMainThread) new Worker(__filename, { workerData: view }); return view; };
(isMainThread ? pass(new Int32Array(new SharedArrayBuffer(8))) : workerData).fill(1);`;
    expect(namesOf(text)).toEqual(['a.cjs:3:37[0..1] (Int32)']);
  });

  it('is no guess: what goes through a call is not called as its result', () => {
    const text = `const { Worker, isMainThread, workerData } = require('node:worker_threads');
class Box { constructor(memory) { this.memory = memory; } }
const box = isMainThread ? new Box(new SharedArrayBuffer(8)) : { memory: workerData };
if (isMainThread) new Worker(__filename, { workerData: box.memory });
new Uint8Array(box.memory)[3] = 1;`;
    expect(namesOf(text)).toEqual(['a.cjs:3:36[3] (Uint8)']);
  });
});

describe('a number in a DataView or a Buffer is called by its type and place', () => {
  it.each([
    ['header.setFloat64(8, 1.5);', 'header (Float64 at byte 8)'],
    ['header.setBigInt64(8, 1n);', 'header (BigInt64 at byte 8)'],
    ['Buffer.from(shared).writeUInt16LE(1, 6);', 'shared (Uint16 at byte 6)'],
    ['const b = Buffer.from(shared, 4); b.writeDoubleBE(1, 4);', 'b (Float64 at byte 4)'],
    ['const b = Buffer.from(shared, 4); b.writeIntLE(1, 4, 3);', 'b[4..6] (Uint8)'],
  ])('%s', (text, name) => expect(namesOf(twice(`const header = new DataView(shared, 16); ${text}`))).toEqual([name]));

  it('and several of one place are one finding', () => {
    const text = 'const table = new DataView(shared); for (let i = 0; i < 4; i++) table.setInt32(8 + 4 * i, 1);';
    expect(namesOf(twice(text))).toEqual(['table (Int32 at bytes 8..20)']);
  });
});

describe('in TypeScript the name is that of the source', () => {
  const source = twice(`class Stats {
  readonly counters: Int32Array;
  constructor(memory: SharedArrayBuffer) { this.counters = new Int32Array(memory); }
}
const first: Stats = new Stats(shared); first.counters[3] += 1;
declare const __filename: string; declare function require(name: string): any;`);

  it.each([false, true])('minified: %s', (minify) => {
    const { code } = transformSync(source, {
      loader: 'ts',
      minify,
      mangleProps: /^counters$/,
      sourcemap: 'inline',
      sourcefile: 'a.cts',
    });
    const [finding] = findingsOf({ 'a.cjs': code, 'a.cts': source });
    expect(finding!.variable).toBe('counters[3] (Int32)');
  });
});

it('is the same in every run, and whoever comes first', () => {
  const program = twice(`const counters = new Int32Array(shared); const c = new Int32Array(shared);
for (let i = 0; i < 3; i++) counters[i] = 1;`);
  const runs = [program, program.replace('counters[i]', 'c[i]')].map((text) => findingsOf({ 'a.cjs': text }));
  expect(runs.map((findings) => findings.map(({ variable }) => variable))).toEqual([
    ['counters[0..2] (Int32)'],
    ['counters[0..2] (Int32)'],
  ]);
});

describe('a variable of WebAssembly is called by its debug information', () => {
  const code = readFileSync(join(import.meta.dirname, 'wasm/stats/stats.wasm'));
  const program = (calls: string, load = "fs.readFileSync('stats.wasm')") => `const fs = require('node:fs');
const { Worker, isMainThread, workerData } = require('node:worker_threads');
const memory = isMainThread ? new WebAssembly.Memory({ initial: 2, maximum: 2, shared: true }) : workerData;
if (isMainThread) new Worker(__filename, { workerData: memory });
const { exports: wasm } = new WebAssembly.Instance(new WebAssembly.Module(${load}), { env: { memory } });
${calls}`;
  const names = (text: string) => findingsOf({ 'a.cjs': text, 'stats.wasm': code }).map(({ variable }) => variable);

  it.each([
    ['wasm.touch(0)', 'stats.hits'],
    ['wasm.touch(1)', 'stats.last.y'],
    ['wasm.touch(2)', 'stats.seen[2]'],
    ['wasm.touch(3)', 'count (stats.c)'],
    ['wasm.other()', 'count (other.c)'],
    ['wasm.touch(4)', 'table[5]'],
    ['wasm.touch(5)', 'touch::calls'],
    ['wasm.touch(6)', 'memory[60000..60004)'],
    ['new Int32Array(memory.buffer)[0x10100 / 4] = 1', 'memory[16448] (Int32)'],
    // JavaScript, too: it is the memory that has the variable.
    ['new Int32Array(memory.buffer)[0x10008 / 4] = 1', 'stats.hits'],
  ])('%s', (calls, name) => expect(names(program(calls))).toEqual([name]));

  it('also of a module that is no file', () => {
    const text = `Buffer.from('${code.toString('base64')}', 'base64')`;
    expect(findingsOf({ 'a.cjs': program('wasm.touch(0)', text) }).map(({ variable }) => variable)).toEqual(['stats.hits']);
  });

  it('unless another file stands in its place by now', () => {
    const rebuilt = "process.on('exit', () => isMainThread && fs.appendFileSync('stats.wasm', code.subarray(0, 8)));";
    expect(names(program(`wasm.touch(0); const code = fs.readFileSync('stats.wasm'); ${rebuilt}`))).toEqual([
      'memory[65544..65548)',
    ]);
  });
});
