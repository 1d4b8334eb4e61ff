// Wherever code comes from, it is instrumented, and its places have the names of the source.

import { describe, expect, it } from 'vitest';
import { all } from '../../runs.ts';
import { counts, offsets, record, register } from './record.ts';

const [major, minor] = process.versions.node.split('.').map(Number) as [number, number];

describe('code is instrumented', () => {
  it('in CommonJS and modules that load each other', () => {
    const { threads, stdout } = record({
      'main.cjs': `
globalThis.a = new Uint8Array(new SharedArrayBuffer(4));
require('./first.cjs');
import('./second.mjs').then(() => console.log(a.join()));`,
      'first.cjs': 'a[0] = 1;',
      'second.mjs': `import './third.cjs'; a[1] = 2; await import('./fourth.js');`,
      'third.cjs': 'a[2] = 3;',
      'fourth.js': 'export {}; a[3] = 4;',
    });
    expect(stdout).toBe('1,2,3,4\n');
    expect(offsets(threads[0], 'write').sort()).toEqual([0, 1, 2, 3]);
  });

  it.runIf(all)('in modules that are required', () => {
    const { threads, stdout } = record(
      {
        'main.cjs': `
globalThis.a = new Uint8Array(new SharedArrayBuffer(4));
require('./first.mjs').write(a);
console.log(a.join());`,
        'first.mjs': `import fs from 'node:fs'; export const write = (x) => { x[0] = 1; };\na[3] = 4;`,
      },
      { node: ['--no-warnings'] },
    );
    expect(stdout).toBe('1,0,0,4\n');
    expect(offsets(threads[0], 'write')).toEqual([3, 0]);
  });

  it('in what a required module imports', () => {
    const { threads, stdout } = record(
      {
        'main.cjs': `
globalThis.a = new Uint8Array(new SharedArrayBuffer(8));
require('./first.mjs');
console.log(a.join());`,
        'first.mjs': `
import { readFileSync } from 'node:fs';
import './second.mjs'; import './third.cjs'; import './fourth.js'; import './inner/fifth.js'; import { word } from './plain.mjs';
a[0] = readFileSync(new URL('./first.mjs', import.meta.url), 'latin1').includes('__fore' + 'trace') || word !== 'word' ? 9 : 1;`,
        'second.mjs': `import './third.cjs'; a[1] = 2;`,
        'third.cjs': `require('./sixth.cjs'); a[2] = 3;`,
        'fourth.js': 'export {}; a[3] = 4;',
        'inner/package.json': '{ "type": "module" }',
        'inner/fifth.js': 'a[4] = 5;',
        'sixth.cjs': 'a[5] = 6;',
        'plain.mjs': `export const word = 'word';`,
      },
      { node: ['--no-warnings'] },
    );
    expect(stdout).toBe('1,2,3,4,5,6,0,0\n');
    expect(offsets(threads[0], 'write').sort()).toEqual([0, 1, 2, 3, 4, 5]);
  });

  it.runIf(all)('in workers made of text, with functions sent as text', async () => {
    const { threads, stdout, naming } = record({
      'text.cjs': `
const { Worker } = require('node:worker_threads');
const a = new Uint8Array(new SharedArrayBuffer(4));
function job(x) { x[1] = 2; }
const text = "'use strict'; const { workerData } = require('node:worker_threads'); workerData[0] = 1;\\n";
new Worker(text + '(' + job + ')(workerData)', { eval: true, workerData: a }).on('exit', () => {
  new Worker(new URL('data:text/javascript,import { workerData } from "node:worker_threads"; workerData[2] = 3;'), { workerData: a })
    .on('exit', () => console.log(a.join()));
});`,
    });
    expect(stdout).toBe('1,2,3,0\n');
    expect(threads.slice(1).map((thread) => offsets(thread, 'write'))).toEqual([[0, 1], [2]]);
    const names = await naming();
    const locations = threads[1]!.filter(({ kind }) => kind === 'write').map(({ site }) => names.location(site));
    expect(locations[0]).toMatch(/^\[worker \w+\]:1:\d+$/);
    expect(locations[1]).toBe('text.cjs:4:19');
  });

  it.runIf(all)('in a worker that has a loader of its own, whose thread starts first', () => {
    const { threads, stdout } = record({
      'main.mjs': `
import { Worker } from 'node:worker_threads';
const a = new Int32Array(new SharedArrayBuffer(8));
const execArgv = ['--no-warnings', '--loader', new URL('./loader.mjs', import.meta.url).href];
new Worker(new URL('./worker.mjs', import.meta.url), { workerData: a, execArgv });
Atomics.wait(a, 0, 0);
console.log(a.join());`,
      'worker.mjs': `
import { workerData as a } from 'node:worker_threads';
a[1] = (await import('data:text/javascript,export default 5')).default;
Atomics.store(a, 0, 1);
Atomics.notify(a, 0);`,
      'loader.mjs': 'export const resolve = (specifier, context, next) => next(specifier, context);',
    });
    expect(stdout).toBe('1,5\n');
    expect(threads).toHaveLength(2);
    expect(offsets(threads[1], 'write')).toEqual([4]);
  });

  it('in eval and node:vm, also in another realm', () => {
    const { threads, stdout } = record({
      'evil.js': `
const vm = require('node:vm');
const a = new Uint8Array(new SharedArrayBuffer(4));
globalThis.a = a;
eval('a[0] = 1');
vm.runInThisContext('a[1] = 2');
vm.runInNewContext('a[2] = 3', { a });
new vm.Script('a[3] = 4').runInContext(vm.createContext({ a }));
console.log(a.join());`,
    });
    expect(stdout).toBe('1,2,3,4\n');
    expect(offsets(threads[0], 'write')).toEqual([0, 1, 2, 3]);
  });

  it.runIf(all)('in another realm that makes the memory, uses its own built-in objects, and sends it to a worker', () => {
    const { threads, stdout } = record({
      'realm.js': `
const vm = require('node:vm');
const { Worker } = require('node:worker_threads');
const context = vm.createContext({ Worker, console });
vm.createContext(context);
vm.runInContext(\`
const shared = new SharedArrayBuffer(8);
new Worker("require('node:worker_threads').workerData[0] = 1", { eval: true, workerData: new Uint8Array(shared) }).on('exit', () => {
  const a = new Uint8Array(shared);
  const word = new Int32Array(shared, 4);
  Atomics.add(word, 0, 5);
  a.fill(2, 1, 2);
  a.set([3], 2);
  new DataView(shared).setInt8(3, 4);
  Reflect.set(a, 3, 4);
  const { [4]: five } = a;
  console.log(shared instanceof SharedArrayBuffer, a instanceof Object, [...a].join(), Array.from(a).length, five, JSON.stringify(word));
});
\`, context);`,
    });
    expect(stdout).toBe('true true 1,2,3,4,5,0,0,0 8 5 {"0":5}\n');
    expect(offsets(threads[1], 'write')).toEqual([0]);
    expect(offsets(threads[0], 'write')).toEqual([1, 2, 3, 3]);
    expect(offsets(threads[0], 'atomicUpdate')).toEqual([4]);
    const each = [0, 1, 2, 3, 4, 5, 6, 7];
    expect(offsets(threads[0], 'read')).toEqual([4, ...each, ...each]);
    expect(offsets(threads[0], 'readRange')).toEqual([4]);
  });

  it('in functions made of text, of every kind', async () => {
    const { threads, stdout, naming } = record({
      'made.js': `
const a = globalThis.a = new Uint8Array(new SharedArrayBuffer(9));
const AsyncFunction = (async () => {}).constructor, Generator = (function* () {}).constructor;
const first = new Function('i', 'n = 1', '// comment\\n  a[i] = n; return [this === globalThis, new.target]');
console.log(first(0)[0], first.name, first.length, first instanceof Function, first.constructor === Function);
Function('x', 'x[1] = 2')(a);
class Special extends Function {}
const special = new Special('a[2] = 3');
special();
console.log(special instanceof Special, new Special('return 1')());
[...new Generator('yield (a[3] = 4)')()];
const run = eval;
run('a[5] = 6');
for (const text of ['}) ; (function () {', '*/', 'return await 1'])
  try { new Function('/*', text); console.log('made'); } catch (error) { console.log(error.name); }
new AsyncFunction('p', 'await null; a[4] = await p;')(5).then(() => console.log(a.join()));`,
    });
    const lines = ['true anonymous 1 true true', 'true 1', 'SyntaxError', 'SyntaxError', 'SyntaxError', '1,2,3,4,5,6,0,0,0'];
    expect(stdout.split('\n').slice(0, -1)).toEqual(lines);
    expect(offsets(threads[0], 'write')).toEqual([0, 1, 2, 3, 5, 4]);
    const names = await naming();
    const write = threads[0]!.find(({ kind }) => kind === 'write')!;
    expect(names.location(write.site)).toMatch(/^\[function \w+\]:4:3$/);
  });

  it.runIf(all)('and code made of text imports from where it was made', () => {
    const files = {
      'main.cjs': `require('./lib/makes.cjs')`,
      'lib/makes.cjs': `
const says = (name) => ({ default: value }) => console.log(name, value);
const load = new Function('name', 'return import(name)'), run = eval;
load('./first.mjs').then(says(1))
  .then(() => new Function('names', 'return import(names[0])')(['./first.mjs'])).then(says(2))
  .then(() => run('import(["./first.mjs"][0])')).then(says(3))
  .then(() => (0, eval)('import(["./first.mjs"][0])')).then(says(4))
  .then(() => load('installed')).then(says(5));`,
      'lib/first.mjs': 'export default "first"',
      'lib/node_modules/installed/package.json': '{ "type": "module", "exports": "./index.js" }',
      'lib/node_modules/installed/index.js': 'export default "installed"',
    };
    const { stdout } = record(files);
    expect(stdout).toBe('1 first\n2 first\n3 first\n4 first\n5 installed\n');
  });

  it.runIf(all)('in modules of node:vm', () => {
    const { threads, stdout } = record(
      {
        'modules.js': `
const vm = require('node:vm');
const a = new Uint8Array(new SharedArrayBuffer(4));
(async () => {
  const module = new vm.SourceTextModule('a[1] = 2; export default a[0]', { context: vm.createContext({ a }) });
  await module.link(() => {});
  await module.evaluate();
  console.log(module.namespace.default, a.join());
})();`,
      },
      { node: ['--experimental-vm-modules', '--no-warnings'] },
    );
    expect(stdout).toBe('0 0,2,0,0\n');
    expect(offsets(threads[0], 'write')).toEqual([1]);
    expect(offsets(threads[0], 'read')).toEqual([0]);
  });

  it.runIf(all)('on the command line and the standard input', async () => {
    const text = 'const a = new Uint8Array(new SharedArrayBuffer(4)); a[2] = 7; import("node:fs").then(() => console.log(a[2]))';
    for (const { node, input } of [{ node: ['-e', text] }, { node: ['-'], input: text }]) {
      const { threads, stdout, naming } = record({}, input === undefined ? { node } : { node, input });
      expect(stdout).toBe('7\n');
      expect(offsets(threads[0], 'write')).toEqual([2]);
      const names = await naming();
      expect(names.location(threads[0]!.find(({ kind }) => kind === 'write')!.site)).toMatch(/^\[(eval|stdin)\]:1:53$/);
    }
  });

  it.runIf(major > 22 || (major === 22 && minor >= 18))('in TypeScript that Node runs', async () => {
    const { threads, stdout, stderr, naming } = record({
      'main.mts': `
import { second } from './second.cts';
const a: Uint8Array = new Uint8Array(new SharedArrayBuffer(2));
  a[0] = 1 as number; second(a);
console.log(a.join());`,
      'second.cts': 'exports.second = (a: Uint8Array): void => { a[1] = 2; };',
    });
    expect(stdout).toBe('1,2\n');
    expect(stderr).not.toContain('stripTypeScriptTypes');
    const names = await naming();
    const locations = threads[0]!.filter(({ kind }) => kind === 'write').map(({ site }) => names.location(site));
    expect(locations).toEqual(['main.mts:4:3', 'second.cts:1:45']);
  });

  it.runIf(major > 22 || (major === 22 && minor >= 18)).each(['main.cts', 'main.ts'])(
    'in CommonJS with types, %s',
    async (main) => {
      const { threads, stdout, naming } = record({
        [main]: `
const second = require('./second.ts') as (a: Uint8Array) => void;
const a: Uint8Array = new Uint8Array(new SharedArrayBuffer(2));
a[0] = 1 as number; second(a);
console.log(a.join());`,
        'second.ts': 'module.exports = (a: Uint8Array): void => { a[1] = 2; };',
      });
      expect(stdout).toBe('1,2\n');
      const names = await naming();
      const locations = threads[0]!.filter(({ kind }) => kind === 'write').map(({ site }) => names.location(site));
      expect(locations).toEqual([`${main}:4:1`, 'second.ts:1:45']);
    },
  );
});

it('a worker made of text is recorded where the recorder is loaded by hand', () => {
  const inner = "require('node:worker_threads').workerData[2] = 1";
  const outer = `const { workerData: v, Worker } = require('node:worker_threads'); v[1] = 1; new Worker(${JSON.stringify(inner)}, { eval: true, workerData: v })`;
  const main = `const { Worker } = require('node:worker_threads');
const workerData = new Int32Array(new SharedArrayBuffer(16));
for (const env of [undefined, { A: 'b' }])
  new Worker(${JSON.stringify(outer)}, { eval: true, workerData, ...(env && { env }) }).on('error', console.log);`;
  const { threads, stdout, stderr } = record({ 'main.js': main }, { node: ['--import', register], env: { NODE_OPTIONS: '' } });
  expect([stdout, stderr.replace(/^foretrace: recorded.*\n/, '')]).toEqual(['', '']);
  expect(threads.slice(1).map((records) => offsets(records, 'write').join())).toEqual(
    expect.arrayContaining(['4', '4', '8', '8']),
  );
});

describe('a file', () => {
  it('that cannot be parsed runs as it is', () => {
    const { stdout, notes, unrecorded } = record({
      'main.js': `new SharedArrayBuffer(1); try { require('./broken.js'); } catch (error) { console.log(error.name); }`,
      'broken.js': 'a[0] = ;',
    });
    expect([stdout, notes, unrecorded]).toEqual(['SyntaxError\n', '', '']);
  });

  it('that is excluded, or not included, is left alone', () => {
    const files = {
      'main.js': `globalThis.a = new Uint8Array(new SharedArrayBuffer(2)); require('./lib/x.js'); a[0] = 1;`,
      'lib/x.js': 'a[1] = 1;',
    };
    const writes = (env: Record<string, string>) => offsets(record(files, { env }).threads[0], 'write');
    expect(writes({ FORETRACE_EXCLUDE: '["lib/**"]' })).toEqual([0]);
    expect(writes({ FORETRACE_INCLUDE: '["lib/**"]' })).toEqual([1]);
  });

  it.runIf(all)('is called by the source that its map names', async () => {
    // Generated line 2 is line 3 of source.ts, generated column 0 its column 4.
    const map = { version: 3, sources: ['../source.ts'], names: [], mappings: ';AAEI' };
    const data = Buffer.from(JSON.stringify(map)).toString('base64');
    const text = `globalThis.a = new Uint8Array(new SharedArrayBuffer(1));\na[0] = 1;\n`;
    const locations = async (files: Record<string, string>) => {
      const { threads, naming } = record(files);
      const { location } = await naming().then((names) => ({ location: names.location.bind(names) }));
      return threads[0]!.filter(({ kind }) => kind === 'write').map(({ site }) => location(site));
    };
    const inline = `${text}//# sourceMappingURL=data:application/json;base64,${data}\n`;
    expect(await locations({ 'dist/out.js': inline })).toEqual(['source.ts:3:5']);
    const beside = `${text}//# sourceMappingURL=out.js.map\n`;
    expect(await locations({ 'dist/out.js': beside, 'dist/out.js.map': JSON.stringify(map) })).toEqual(['source.ts:3:5']);
    expect(await locations({ 'dist/out.js': beside })).toEqual(['dist/out.js:2:1']);
  });
});

it.runIf(all)('nothing of Node itself is recorded', () => {
  const { threads } = record({
    'quiet.js': `
const { Worker, isMainThread } = require('node:worker_threads');
if (isMainThread) { new Worker(__filename); process.chdir('/'); }
process.cwd(); console.log('x');`,
  });
  expect(counts(threads[0])).toEqual({ begin: 1, fork: 1, end: 1 });
  // What a worker prints may order it before its parent.
  expect(counts(threads[1])).toEqual({ begin: 1, send: 1, end: 1 });
});
