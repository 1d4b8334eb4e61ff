// What shared memory is called: programs with one race each, and the name that a programmer would say.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Finding } from '../../../src/findings/finding.ts';
import { all, sample } from '../../runs.ts';
import { type Files, findingsOf, minified } from './findings.ts';

const ofFiles = (files: Files): Promise<readonly Finding[]> => findingsOf(files, { grouping: 'none' });

const variables = (findings: readonly Finding[]): string[] => [...new Set(findings.map(({ variable }) => variable))].sort();

const namesOf = async (text: string): Promise<string[]> => variables(await ofFiles({ 'a.cjs': text }));

/** Many programs in one process, each with a worker of its own: the names in each. */
async function namesOfEach(texts: readonly string[]): Promise<string[][]> {
  const files = texts.map((text, i): [string, string] => [`program-${i}.cjs`, text]);
  const all = files.map(([name]) => `require('./${name}');`).join('\n');
  const findings = await ofFiles({ 'all.cjs': all, ...Object.fromEntries(files) });
  return files.map(([name]) => variables(findings.filter(({ second }) => second.location.startsWith(`${name}:`))));
}

/** The text runs in two threads, with the same `shared`, which the first made. */
const twice = (text: string) => `const { Worker, isMainThread, workerData } = require('node:worker_threads');
const shared = isMainThread ? new SharedArrayBuffer(128, { maxByteLength: 128 }) : workerData;
if (isMainThread) new Worker(__filename, { workerData: shared });
${text}`;

describe('an element is called by its view', () => {
  // No two views have one name: they would be told apart by numbers.
  const ways: readonly (readonly [string, string, string])[] = [
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
    ['a method', 'const octets = new Uint8Array(shared, 64); octets.fill(isMainThread ? 1 : 2, 3, 4);', 'octets[3] (Uint8)'],
    ['a range', 'const bytes = new Uint8Array(shared); bytes.fill(isMainThread ? 1 : 2, 8, 16);', 'bytes[8..15] (Uint8)'],
    ['Buffer', 'const b = Buffer.from(shared, 4, 8); b[1] = 2;', 'b[1] (Uint8)'],
    [
      'a part of a view',
      'const whole = new Int32Array(shared); const some = whole.subarray(2); some[1] = 2;',
      'whole[3] (Int32)',
    ],
  ];

  it('in whatever way that gets its name', async () => {
    const found = await namesOfEach(ways.map(([, text]) => twice(text)));
    expect(ways.map(([way], i) => [way, found[i]])).toEqual(ways.map(([way, , name]) => [way, [name]]));
  });

  it.runIf(all)('that is the smallest of those that the code names', async () => {
    const views = 'const all = new Int32Array(shared); const state = new Int32Array(shared, 8, 1); all[0] = 1;';
    expect(await namesOf(twice(`${views} all[2] = 1;`))).toEqual(['all[0] (Int32)', 'state[0] (Int32)']);
  });

  it.runIf(all)('that has elements of that size', async () => {
    const views = 'const bytes = new Uint8Array(shared, 0, 8); const words = new Int32Array(shared); words[0] = 1; bytes[4] = 1;';
    expect(await namesOf(twice(views))).toEqual(['bytes[4] (Uint8)', 'words[0] (Int32)']);
  });

  it.runIf(all)('of its own buffer, however far another may grow', async () => {
    const text = `const { Worker, isMainThread, workerData } = require('node:worker_threads');
const log = isMainThread ? new SharedArrayBuffer(8, { maxByteLength: 16 }) : workerData[0];
const other = isMainThread ? new SharedArrayBuffer(8) : workerData[1];
const bytes = new Uint8Array(log);
if (isMainThread) new Worker(__filename, { workerData: [log, other] });
bytes[3] = 1;
new Uint8Array(other)[3] = 1;`;
    expect(await namesOf(text)).toEqual(['bytes[3] (Uint8)', 'other[3] (Uint8)']);
  });

  it('with a number, if others are called so, too', async () => {
    const text = 'const rows = [0, 1].map((n) => { const row = new Int32Array(shared, 8 * n, 2); return row; }); rows[1][1] = 1;';
    expect(await namesOf(twice(text))).toEqual(['row#2[1] (Int32)']);
  });
});

describe('the name that counts', () => {
  it('is that of the thread which made the view, wherever it was sent', async () => {
    const text = `const { Worker, isMainThread, workerData } = require('node:worker_threads');
if (isMainThread) {
  const counters = new Int32Array(new SharedArrayBuffer(64));
  new Worker(__filename, { workerData: { list: counters } });
  counters[3] = 1;
} else {
  const { list: c } = workerData;
  c[3] = 2;
}`;
    expect(await namesOf(text)).toEqual(['counters[3] (Int32)']);
  });

  it('is that of the buffer, if the view got none', async () => {
    expect(await namesOf(twice('(function work(view) { view[3] = 1; })(new Int32Array(shared, 8));'))).toEqual([
      'shared[5] (Int32)',
    ]);
  });

  it.runIf(all)('is that of the use, if the buffer got none either', async () => {
    const text = `const { Worker, isMainThread, workerData } = require('node:worker_threads');
const pass = (view) => { if (isMainThread) new Worker(__filename, { workerData: view }); return view; };
const list = isMainThread ? pass(new Int32Array(new SharedArrayBuffer(8))) : workerData;
list[1] = 1;`;
    expect(await namesOf(text)).toEqual(['list[1] (Int32)']);
  });

  it.runIf(all)('is the place and the bytes, if there is none at all', async () => {
    const text = `const { Worker, isMainThread, workerData } = require('node:worker_threads');
const pass = (view) => { if (isMainThread) new Worker(__filename, { workerData: view }); return view; };
(isMainThread ? pass(new Int32Array(new SharedArrayBuffer(8))) : workerData).fill(1);`;
    expect(await namesOf(text)).toEqual(['a.cjs:3:37[0..1] (Int32)']);
  });

  it.runIf(all)('is no guess: what goes through a call is not called as its result', async () => {
    const text = `const { Worker, isMainThread, workerData } = require('node:worker_threads');
class Box { constructor(memory) { this.memory = memory; } }
const box = isMainThread ? new Box(new SharedArrayBuffer(8)) : { memory: workerData };
if (isMainThread) new Worker(__filename, { workerData: box.memory });
new Uint8Array(box.memory)[3] = 1;`;
    expect(await namesOf(text)).toEqual(['a.cjs:3:36[3] (Uint8)']);
  });
});

describe('a number in a DataView or a Buffer is called by its type and place', () => {
  const ways: readonly (readonly [string, string])[] = [
    ['const header = new DataView(shared, 16); header.setFloat64(8, 1.5);', 'header (Float64 at byte 8)'],
    ['const trailer = new DataView(shared, 16); trailer.setBigInt64(8, 1n);', 'trailer (BigInt64 at byte 8)'],
    ['const b = Buffer.from(shared, 4); b.writeDoubleBE(1, 4);', 'b (Float64 at byte 4)'],
    ['const c = Buffer.from(shared, 4); c.writeIntLE(1, 4, 3);', 'c[4..6] (Uint8)'],
  ];

  it('by whatever method', async () => {
    const found = await namesOfEach(ways.map(([text]) => twice(text)));
    expect(ways.map(([text], i) => [text, found[i]])).toEqual(ways.map(([text, name]) => [text, [name]]));
  });

  it.runIf(all)('also where the view has no name', async () => {
    expect(await namesOf(twice('Buffer.from(shared).writeUInt16LE(1, 6);'))).toEqual(['shared (Uint16 at byte 6)']);
  });

  it.runIf(all)('and several of one place are one finding', async () => {
    const text = 'const table = new DataView(shared); for (let i = 0; i < 4; i++) table.setInt32(8 + 4 * i, 1);';
    expect(await namesOf(twice(text))).toEqual(['table (Int32 at bytes 8..20)']);
  });
});

describe('in TypeScript the name is that of the source', () => {
  const source = twice(`class Stats {
  readonly counters: Int32Array;
  constructor(memory: SharedArrayBuffer) { this.counters = new Int32Array(memory); }
}
const first: Stats = new Stats(shared); first.counters[3] += 1;
declare const __filename: string; declare function require(name: string): any;`);

  it.each(sample([true, false], 2))('minified: %s', async (minify) => {
    const [finding] = await ofFiles(minified(source, { minify, mangleProps: /^counters$/ }));
    expect(finding!.variable).toBe('counters[3] (Int32)');
  });
});

it.runIf(all)('is the same in every run, and whoever comes first', async () => {
  const program = twice(`const counters = new Int32Array(shared); const c = new Int32Array(shared);
for (let i = 0; i < 3; i++) counters[i] = 1;`);
  for (const text of [program, program.replace('counters[i]', 'c[i]')])
    expect(await namesOf(text)).toEqual(['counters[0..2] (Int32)']);
});

describe('a variable of WebAssembly is called by its debug information', () => {
  const code = readFileSync(join(import.meta.dirname, 'wasm/stats/stats.wasm'));
  const program = (calls: string, load = "fs.readFileSync('stats.wasm')") => `const fs = require('node:fs');
const { Worker, isMainThread, workerData } = require('node:worker_threads');
const memory = isMainThread ? new WebAssembly.Memory({ initial: 2, maximum: 2, shared: true }) : workerData;
if (isMainThread) new Worker(__filename, { workerData: memory });
const { exports: wasm } = new WebAssembly.Instance(new WebAssembly.Module(${load}), { env: { memory } });
${calls}`;
  const names = async (text: string) => variables(await ofFiles({ 'a.cjs': text, 'stats.wasm': code }));

  const touched: readonly (readonly [string, string])[] = [
    ['wasm.touch(0)', 'stats.hits'],
    ['wasm.touch(1)', 'stats.last.y'],
    ['wasm.touch(2)', 'stats.seen[2]'],
    ['wasm.touch(3)', 'count (stats.c)'],
    ['wasm.other()', 'count (other.c)'],
    ['wasm.touch(4)', 'table[5]'],
    ['wasm.touch(5)', 'touch::calls'],
    ['wasm.touch(6)', 'memory[60000..60004)'],
  ];

  it('whatever it is', async () => {
    const found = await names(program(touched.map(([calls]) => calls).join(';\n')));
    expect(found).toEqual(touched.map(([, name]) => name).sort());
  });

  it.runIf(all)('for JavaScript, too: it is the memory that has the variable', async () => {
    const writes = [0x10008, 0x10100].map((at) => `new Int32Array(memory.buffer)[${at} / 4] = 1;`).join(' ');
    expect(await names(program(writes))).toEqual(['memory[16448] (Int32)', 'stats.hits']);
  });

  it.runIf(all)('also of a module that is no file', async () => {
    const text = `Buffer.from('${code.toString('base64')}', 'base64')`;
    expect(await namesOf(program('wasm.touch(0)', text))).toEqual(['stats.hits']);
  });

  it.runIf(all)('unless another file stands in its place by now', async () => {
    const rebuilt = "process.on('exit', () => isMainThread && fs.appendFileSync('stats.wasm', code.subarray(0, 8)));";
    expect(await names(program(`wasm.touch(0); const code = fs.readFileSync('stats.wasm'); ${rebuilt}`))).toEqual([
      'memory[65544..65548)',
    ]);
  });
});
