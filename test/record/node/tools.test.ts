// Which packages are tools, and what functions of stripped modules are called.

import { expect, test } from 'vitest';
import { CodePaths } from '../../../src/record/node/code-paths.ts';
import { toolOf, toolRoles } from '../../../src/record/node/loading/tools.ts';
import { FunctionWords, moduleName } from '../../../src/record/node/wasm/function-words.ts';

test.each<[string, string | undefined]>([
  ['/app/node_modules/vitest/dist/a.js', 'vitest'],
  ['/app/node_modules/@vitest/runner/dist/a.js', '@vitest/*'],
  ['/app/node_modules/jest-circus/run.js', 'jest-*'],
  ['/app/node_modules/.pnpm/vite@6.0.0_abc/node_modules/vite/dist/node/index.js', 'vite'],
  ['/app/.yarn/cache/rollup-npm-4.0.0.zip/node_modules/rollup/dist/rollup.js', 'rollup'],
  ['/usr/lib/node_modules/npm/node_modules/semver/index.js', 'npm'],
  ['C:\\app\\node_modules\\@rolldown\\binding-wasm32-wasi\\rolldown.wasm', '@rolldown/*'],
  // What stands beside them is the program's as well.
  ['/app/node_modules/lodash/vitest/index.js', undefined],
  ['/app/node_modules/jest2/index.js', undefined],
  ['/app/node_modules/tinypool/dist/index.js', undefined],
  ['/app/node_modules/piscina/index.js', undefined],
  ['/app/node_modules/.vite/deps/lodash.js', undefined],
  ['/app/vitest/dist/a.js', undefined],
])('the tool of %s', (path, tool) => {
  expect(toolOf(path)).toBe(tool);
});

test('no package is a tool twice', () => {
  const all = toolRoles.flatMap(({ packages }) => packages);
  expect(new Set(all).size).toBe(all.length);
});

test('paths of a program, and of one that lives in a folder of packages', () => {
  const usual = new CodePaths('/app/web');
  expect(['/app/web/a.js', '/app/lib/a.js', '/b/a.js', 'data:x'].map((file) => usual.shown(file))).toEqual([
    'a.js',
    '../lib/a.js',
    '/b/a.js',
    'data:x',
  ]);
  expect(usual.packageOf('/app/node_modules/a/b.js')).toBe('a');
  expect(usual.packageOf('file:///app/node_modules/@a/b/c%20d.js')).toBe('@a/b');
  const own = new CodePaths('/app/node_modules/vite/packages/core');
  expect(own.shown('/app/node_modules/vite/lib/a.js')).toBe('../../lib/a.js');
  expect(own.shown('/app/node_modules/vite/node_modules/a/b.js')).toBe('../../node_modules/a/b.js');
  expect(own.shown('/app/node_modules/other/b.js')).toBe('/app/node_modules/other/b.js');
  expect(own.packageOf('/app/node_modules/vite/lib/a.js')).toBeUndefined();
  expect(own.packageOf('/app/node_modules/vite2/lib/a.js')).toBe('vite2');
  expect(own.packageOf('/app/node_modules/vite/node_modules/a/b.js')).toBe('a');
  expect(toolOf(own.ofOthers('/app/node_modules/vite/lib/a.js'))).toBeUndefined();
});

test('functions without a name are told by the nearest that has one', () => {
  const words = new FunctionWords(
    new Map([
      [5, 'malloc'],
      [9, 'free'],
      [400, 'main'],
    ]),
  );
  expect([5, 6, 7, 8, 4, 109, 110, 299, 300, 401].map((index) => words.of(index))).toEqual([
    'malloc',
    'function 6 (1 after malloc)',
    'function 7 (2 after malloc)',
    'function 8 (1 before free)',
    'function 4 (1 before malloc)',
    'function 109 (100 after free)',
    'function 110',
    'function 299',
    'function 300 (100 before main)',
    'function 401 (1 after main)',
  ]);
  expect(new FunctionWords(new Map()).of(3)).toBe('function 3');
  expect(['/x/a.wasm', '/x/node_modules/@a/b/dist/a.wasm', 'file:///x/node_modules/b/a.wasm'].map(moduleName)).toEqual([
    'a.wasm',
    '@a/b/a.wasm',
    'b/a.wasm',
  ]);
});
