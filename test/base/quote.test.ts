import fc from 'fast-check';
import { expect, test } from 'vitest';
import { display, quote } from '../../src/base/quote.ts';

test('a plain name stays as it is', () => {
  expect(quote('Account.balance[3]')).toBe('"Account.balance[3]"');
  expect(display('größe 東京 🙂')).toBe('größe 東京 🙂');
});

test('what a terminal would obey is escaped', () => {
  expect(quote('a\x1b[31mred')).toBe('"a\\u001b[31mred"');
  expect(quote('a"b\\c\nd')).toBe('"a\\"b\\\\c\\nd"');
  expect(display('x\u202Ey\u200Bz\u0007')).toBe('x\\u202ey\\u200bz\\u0007');
  expect(display('tag \u{E0041} half \ud800')).toBe('tag \\u{e0041} half \\ud800');
});

test('a long name is cut between characters', () => {
  expect(quote('🙂'.repeat(500))).toBe(`"${'🙂'.repeat(80)}…"`);
  expect(quote('x'.repeat(80))).toBe(`"${'x'.repeat(80)}"`);
});

const UNSAFE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cs}]/u;

test('no name moves the cursor, and a quoted name is one JSON-like string', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (name) => {
      expect(display(name)).not.toMatch(UNSAFE);
      expect(quote(name)).toMatch(/^"([^"\\]|\\.)*"$/u);
    }),
  );
});
