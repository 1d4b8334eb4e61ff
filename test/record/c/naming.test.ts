// Which code is known not to be recorded, by the files of this very process.

import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { nativeNaming } from '../../../src/record/c/naming.ts';

const maps = readFileSync('/proc/self/maps', 'utf8');

function codeOf(library: RegExp): number | undefined {
  const line = maps.split('\n').find((text) => / r-xp /.test(text) && library.test(text));
  return line === undefined ? undefined : Number.parseInt(line, 16);
}

test('a library that knows nothing of the recorder is, by its name', ({ skip }) => {
  const site = codeOf(/\/libm[.-][^/]*$/);
  if (site === undefined) skip('node has no library of mathematics here');
  expect(nativeNaming(maps, '/').unseen?.(site!)).toMatch(/^libm[.-]/);
});

test('the C library is not: threads may begin there and then do what the program says', ({ skip }) => {
  const site = codeOf(/\/libc[.-][^/]*$/);
  if (site === undefined) skip('node has no C library of its own here');
  expect(nativeNaming(maps, '/').unseen?.(site!)).toBeUndefined();
});

test('what is no file is not', () => {
  expect(nativeNaming(maps, '/').unseen?.(16)).toBeUndefined();
});
