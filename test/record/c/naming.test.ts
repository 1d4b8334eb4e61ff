// Which code is known not to be recorded, by the files of this very process.

import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { nativeNaming } from '../../../src/record/c/naming.ts';
import { notedStacks } from '../../../src/record/c/noted-stacks.ts';

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

test('what threads were in when they made others is read as far as it is told', () => {
  const text = 'thread 0\n1001 7000 1\n2001 7100 2\n3001 7200 3\nthread 4\n1001 9000 5\nnonsense\n2001 9100\n2001 9100 6\n';
  expect(notedStacks(text)).toEqual(
    new Map([
      [
        0,
        [
          { site: 0x1000, stack: 0x7000, frame: 1, top: 0x7100 },
          { site: 0x2000, stack: 0x7100, frame: 2, top: 0x7200 },
        ],
      ],
      [4, [{ site: 0x1000, stack: 0x9000, frame: 5, top: 0x9100 }]],
    ]),
  );
  expect(notedStacks('1 2 3\n')).toEqual(new Map());
});
