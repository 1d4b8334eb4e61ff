// Modules of WebAssembly that packages bring along: whose they are is known by their files, or by who compiles them, and functions without names by what is near.

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { assemble } from '../record/node/wasm/harness.ts';
import { all } from '../runs.ts';
import { folder, foretrace } from './run.ts';

/** Stripped: the function that adds has no name. */
const MODULE = `(module (import "env" "memory" (memory 1 1 shared))
  (func (i32.store (i32.const 8) (i32.add (i32.load (i32.const 8)) (i32.const 1))))
  (func (export "bump") (call 0)))`;
const INDEX = `const { Worker } = require('node:worker_threads');
exports.count = () => {
  const memory = new WebAssembly.Memory({ initial: 1, maximum: 1, shared: true });
  const end = () => new Promise((resolve) => new Worker(require.resolve('./worker.js'), { workerData: memory }).on('exit', resolve));
  return Promise.all([end(), end()]);
};`;
const APP = (name: string) => `require(${JSON.stringify(name)}).count();`;

function program(name: string, how: 'file' | 'text'): string {
  const cwd = folder();
  const home = join(cwd, 'node_modules', name);
  mkdirSync(home, { recursive: true });
  const bytes = assemble(MODULE);
  const read =
    how === 'file'
      ? "require('node:fs').readFileSync(require('node:path').join(__dirname, 'adder.wasm'))"
      : `Buffer.from('${Buffer.from(bytes).toString('base64')}', 'base64')`;
  if (how === 'file') writeFileSync(join(home, 'adder.wasm'), bytes);
  writeFileSync(join(home, 'index.js'), INDEX);
  const env = "{ env: { memory: require('node:worker_threads').workerData } }";
  writeFileSync(join(home, 'worker.js'), `new WebAssembly.Instance(new WebAssembly.Module(${read}), ${env}).exports.bump();`);
  writeFileSync(join(cwd, 'app.cjs'), APP(name));
  return cwd;
}

test.each(['file', 'text'] as const)('a race of a module that comes as a %s is that of the package', (how) => {
  const cwd = program('@a/adder', how);
  const { status, stdout } = foretrace(['run', '--trace', 't.ftrace', 'app.cjs'], { cwd });
  expect(stdout).toContain('1 finding is wholly in installed packages (@a/adder): --dependencies shows it\n');
  expect(status).toBe(0);
  const shown = foretrace(['analyze', 't.ftrace', '--dependencies', '--format', 'json'], { cwd });
  const { location, stack } = JSON.parse(shown.stdout).findings[0].second;
  expect(location).toMatch(how === 'file' ? /^@a\/adder\/adder\.wasm:/ : /^wasm-[\da-f]{8}:/);
  expect(location).toMatch(/:function 0 \(1 before bump\)\+0x[\da-f]+$/);
  expect(stack[0]).toMatchObject({ library: '@a/adder', dependency: true });
});

test.each(all ? (['file', 'text'] as const) : (['file'] as const))(
  'a module of a tool that comes as a %s is recorded only if asked for',
  (how) => {
    const cwd = program('@rolldown/binding-wasm32-wasi', how);
    const { status, stdout, stderr } = foretrace(['run', '--dependencies', 'app.cjs'], { cwd });
    expect(stdout).toMatch(/^no race or deadlock · /m);
    expect(stderr).toContain("as tools: the code of @rolldown/*; --include '**' records it");
    expect(status).toBe(0);
    const wanted = foretrace(['run', '--dependencies', '--include', '**', 'app.cjs'], { cwd });
    expect(wanted.stdout).toMatch(/^1 race · /m);
    expect(wanted.status).toBe(1);
  },
);

test('a module that is excluded is not recorded', () => {
  const cwd = program('adder', 'file');
  expect(foretrace(['run', '--dependencies', '--exclude', '**/*.wasm', 'app.cjs'], { cwd }).status).toBe(0);
  // What is to be included are scripts: others’ modules stay.
  expect(foretrace(['run', '--dependencies', '--include', 'app.cjs', 'app.cjs'], { cwd }).status).toBe(1);
});
