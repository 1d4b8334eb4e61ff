import { expect, test } from 'vitest';
import { aligned, columns } from '../../src/base/table.ts';

const rows = [
  ['what', 'count', 'remark'],
  ['a', '10000', ''],
  ['longer', '7', 'seven'],
];

test('columns are as wide as their widest cell, and no line ends in blanks', () => {
  expect(columns(rows)).toBe('what    count  remark\na       10000\nlonger  7      seven\n');
});

test('columns on the right', () => {
  expect(columns(rows, ['left', 'right'])).toBe('what    count  remark\na       10000\nlonger      7  seven\n');
  expect(
    columns(
      [
        ['a', '1'],
        ['b', '10'],
      ],
      ['left', 'right'],
    ),
  ).toBe('a   1\nb  10\n');
});

test('cells are escaped, and padded as they are shown', () => {
  expect(
    columns([
      ['a\nb', 'x'],
      ['c', 'y'],
    ]),
  ).toBe('a\\nb  x\nc     y\n');
});

test('cells alone: padded but for a last column on the left', () => {
  expect(aligned(rows, ['left', 'right'])).toEqual([
    ['what  ', 'count', 'remark'],
    ['a     ', '10000', ''],
    ['longer', '    7', 'seven'],
  ]);
});

test('rows may be shorter than others', () => {
  expect(columns([['alone'], ['a', 'b', 'c']])).toBe('alone\na      b  c\n');
  expect(columns([])).toBe('');
});
