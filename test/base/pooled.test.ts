import fc from 'fast-check';
import { expect, test } from 'vitest';
import { pooled, unpooled } from '../../src/base/pooled.ts';

/** Without what an object cannot hold as a plain key. */
const value = fc.jsonValue().filter((one) => !jsonOf(one).includes('__proto__'));

function jsonOf(one: unknown): string {
  return JSON.stringify(one);
}

test('brings back what JSON brings back', () => {
  const again = (one: unknown): void => {
    expect(unpooled(JSON.parse(jsonOf(pooled(one))))).toEqual(JSON.parse(jsonOf(one)));
  };
  fc.assert(fc.property(value, again));
  expect(unpooled(pooled({ a: undefined, b: { toJSON: () => [1, -1, 0.5] } }))).toEqual({ b: [1, -1, 0.5] });
});

test('writes what repeats once', () => {
  const frame = { file: 'a long name of a file', line: 7 };
  const text = jsonOf(pooled(Array.from({ length: 100 }, (_, i) => ({ stack: [{ ...frame }], i }))));
  expect(text.match(/a long name/g)).toHaveLength(1);
});

test('anything else is refused, and nothing hangs', () => {
  const hostile = fc.record({ shapes: fc.jsonValue(), pool: fc.array(fc.jsonValue()), root: fc.jsonValue() });
  const attempt = (one: unknown): void => {
    try {
      unpooled(one);
    } catch (error) {
      expect(error).toBeInstanceOf(TypeError);
    }
  };
  fc.assert(fc.property(fc.oneof(hostile, fc.jsonValue()), attempt));
  expect(() => unpooled({ shapes: [['__proto__']], pool: [[0, 1]], root: 0 })).toThrow(TypeError);
  expect(() => unpooled({ shapes: [], pool: [[-1, 0]], root: 0 })).toThrow(TypeError);
});
