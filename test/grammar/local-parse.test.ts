import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Expansion } from '../../src/grammar/expand.ts';
import { LocalParse } from '../../src/grammar/local-parse.ts';
import { checkSlp, exactLength, itemCount, type Slp } from '../../src/grammar/slp.ts';
import { runs } from '../runs.ts';

function parsed(string: Uint32Array, terminals: number, piece = string.length): Slp {
  const parse = new LocalParse();
  for (let from = 0; from < string.length; from += piece) {
    const part = string.subarray(from, from + piece);
    parse.pushAll(part, part.length);
  }
  return parse.slp(terminals);
}

/** Strings with repetition at several scales. */
const strings = fc
  .record({
    words: fc.array(fc.array(fc.nat(5), { minLength: 1, maxLength: 12 }), { minLength: 1, maxLength: 5 }),
    order: fc.array(fc.tuple(fc.nat(4), fc.integer({ min: 1, max: 9 })), { maxLength: 60 }),
  })
  .map(({ words, order }) => {
    return Uint32Array.from(order.flatMap(([w, times]) => Array.from({ length: times }, () => words[w % words.length]!).flat()));
  });

test('the grammar generates the string, in whatever pieces it came, and is as it should be', () => {
  fc.assert(
    fc.property(strings, fc.integer({ min: 1, max: 20 }), (string, piece) => {
      const slp = parsed(string, 6, piece);
      expect(slp).toEqual(parsed(string, 6));
      checkSlp(slp, undefined);
      const out = new Uint32Array(string.length + 1);
      expect(new Expansion(slp).fill(out)).toBe(string.length);
      expect(out.subarray(0, -1)).toEqual(string);
    }),
    runs(600),
  );
});

test('a loop is an item, however often it runs; noise stays as it is', () => {
  const body = Uint32Array.from({ length: 100 }, (_, i) => (i * i) % 37);
  const loop = new Uint32Array(100 * 2000);
  for (let i = 0; i < loop.length; i++) loop[i] = body[i % 100]!;
  const slp = parsed(loop, 37);
  expect(exactLength(slp)).toBe(200_000n);
  expect(itemCount(slp)).toBeLessThan(400);
  const noise = Uint32Array.from({ length: 10_000 }, (_, i) => i);
  expect(itemCount(parsed(noise, 10_000))).toBe(10_000);
});

test('what occurs again far away is found', () => {
  const part = Uint32Array.from({ length: 5000 }, (_, i) => (i * 7919) % 1999);
  const string = new Uint32Array([...part, ...Array.from({ length: 5000 }, (_, i) => 2000 + i), ...part]);
  expect(itemCount(parsed(string, 7000))).toBeLessThan(10_000 + 200);
});
