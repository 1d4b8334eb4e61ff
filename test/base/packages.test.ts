// Whose package a path is in, however it was installed.

import { expect, test } from 'vitest';
import { packageFolder, packageIn, packagesIn } from '../../src/base/packages.ts';

test.each<[string, string | undefined]>([
  ['/app/node_modules/left-pad/index.js', 'left-pad'],
  ['node_modules/left-pad/index.js', 'left-pad'],
  ['../../node_modules/@scope/name/dist/a.mjs', '@scope/name'],
  ['/app/node_modules/a/node_modules/@b/c/d.js', '@b/c'],
  ['C:\\app\\node_modules\\@scope\\name\\index.js', '@scope/name'],
  ['file:///app/node_modules/%40scope/name/index.js', '@scope/name'],
  ['/app/node_modules/.pnpm/lodash@4.17.21_x/node_modules/lodash/fill.js', 'lodash'],
  ['/app/.yarn/cache/lodash-npm-4.17.21-6382451519-eb835a2e51.zip/node_modules/lodash/fill.js', 'lodash'],
  ['/app/.yarn/__virtual__/vite-virtual-1/0/cache/vite-npm-6.zip/node_modules/vite/dist/index.js', 'vite'],
  ['webpack://app/./node_modules/lodash/fill.js', 'lodash'],
  // Tools keep what they make of the program there.
  ['/app/node_modules/.cache/app/main.js', undefined],
  ['/app/node_modules/.vite-temp/vite.config.mjs', undefined],
  ['/app/node_modules/a/node_modules/.cache/x.js', 'a'],
  ['/app/my_node_modules/a/x.js', undefined],
  ['/app/node_modules_old/a/x.js', undefined],
  ['/app/src/node_modules.js', undefined],
  ['/app/node_modules', undefined],
  ['/app/src/a.js', undefined],
])('%s', (path, name) => {
  expect(packageIn(path)).toBe(name);
  expect(packagesIn(path)[0]).toBe(name);
});

test('packages of packages, the innermost first', () => {
  expect(packagesIn('/usr/lib/node_modules/npm/node_modules/semver/index.js')).toEqual(['semver', 'npm']);
});

test('the folder of a package', () => {
  expect(packageFolder('/x/node_modules/@a/b/lib/deep')).toBe('/x/node_modules/@a/b');
  expect(packageFolder('/x/node_modules/a')).toBe('/x/node_modules/a');
  expect(packageFolder('C:\\x\\node_modules\\a\\lib')).toBe('C:\\x\\node_modules\\a');
  expect(packageFolder('/x/node_modules')).toBeUndefined();
  expect(packageFolder('/x/src')).toBeUndefined();
});
