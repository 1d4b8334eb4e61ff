import { expect, test } from 'vitest';
import { functionAt, namedFunctions } from '../../src/symbols/javascript-functions.ts';

const text = `#!/usr/bin/env node
import { a } from './a.js';
a[0]++;
function outer(x) {
  a[1]++;
  const inner = () => {
    [1].forEach(() => { a[2]++; });
  };
  return inner;
}
class Queue {
  #size = () => a[3];
  push(x) { a[4] = x; }
  'two words'() { a[5]++; }
}
export const api = { get: function () { return a[6]; }, async put(x) { a[7] = x; } };
api.late = function named() { a[8]++; };
api.later = () => a[9]++;
export default function () { a[10]++; }
`;

/** The function around `a[n]`, and its first line. */
function around(n: number): string {
  const before = text.slice(0, text.indexOf(`a[${n}]`)).split('\n');
  const found = functionAt(namedFunctions(text), before.length, before.at(-1)!.length + 1);
  return found === undefined ? '' : `${found.name}:${found.start.line}`;
}

test.each([
  [0, ''],
  [1, 'outer:4'],
  [2, 'inner:6'],
  [3, 'size:12'],
  [4, 'push:13'],
  [5, 'two words:14'],
  [6, 'get:16'],
  [7, 'put:16'],
  [8, 'named:17'],
  [9, 'later:18'],
  [10, ''],
])('a[%i] is in %s', (n, expected) => {
  expect(around(n)).toBe(expected);
});

test('a line without a column is in the function that it belongs to', () => {
  expect(functionAt(namedFunctions(text), 5, 0)?.name).toBe('outer');
  expect(functionAt(namedFunctions(text), 7, 0)?.name).toBe('inner');
});

test('a script, text that is no JavaScript, and deep nesting', () => {
  expect(namedFunctions('with (x) { function f() {} }').map(({ name }) => name)).toEqual(['f']);
  expect(namedFunctions('let let = ;')).toEqual([]);
  expect(namedFunctions(`${'['.repeat(100_000)}`)).toEqual([]);
});
