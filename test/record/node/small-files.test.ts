// Files that are so small that nothing in them looks like an access.

import { expect, it } from 'vitest';
import { accessesOf, record } from './record.ts';

const FILES: readonly (readonly [text: string, accesses: string])[] = [
  ['(v) => { const { 1: x } = v }', 'r1'],
  ["({ length, '2': x }) => x", 'r2'],
  ['(v) => new Set(v).size', 'r0'],
  ['(v, Copy = v.constructor) => { new Copy(v) }', 'r0'],
  ['(v) => { (function* () { yield* v.subarray(3) })().next() }', 'r3'],
  ['(v) => v[Symbol.iterator]().next()', 'r0'],
  ['(v, { values } = Object) => { values(v) }', 'r0'],
];

it.each(FILES)('%s', (text, accesses) => {
  const { threads, status, stderr } = record({
    'main.mjs': `import { act } from './act.mjs'; const view = new Int32Array(new SharedArrayBuffer(16)); act(view); Atomics.load(view, 0);`,
    'act.mjs': `export const act = ${text};`,
  });
  expect([status, stderr]).toEqual([0, '']);
  expect(accessesOf(threads[0])[0]).toBe(accesses);
});
