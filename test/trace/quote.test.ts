import { expect, test } from 'vitest';
import { escaped, quote } from '../../src/trace/quote.ts';

test('a plain name is shown as it is, in quotes', () => {
  expect(quote('leveldb::DBImpl.mutex_[0] (inner) ünï 変数 🧵')).toBe('"leveldb::DBImpl.mutex_[0] (inner) ünï 変数 🧵"');
});

test('quotes and backslashes cannot end or fake an escape', () => {
  expect(quote('a"b\\n')).toBe('"a\\"b\\\\n"');
});

test('what a terminal obeys or a person cannot see is escaped', () => {
  expect(quote('\u001b[31m\n\r\t\0\u007f\u009b')).toBe('"\\u001b[31m\\n\\r\\t\\u0000\\u007f\\u009b"');
  expect(quote('\u202eevil\u2066\u200b\ufeff\u2028\u00a0\u00ad\u{e0041}')).toBe(
    '"\\u202eevil\\u2066\\u200b\\ufeff\\u2028\\u00a0\\u00ad\\u{e0041}"',
  );
  expect(quote('\ufffd\ud800')).toBe('"\\ufffd\\ud800"');
  expect(escaped('a b\u0007')).toBe('a b\\u0007');
});

test('a long text is cut and says so, never in the middle of a character', () => {
  expect(quote('x'.repeat(80))).toBe(`"${'x'.repeat(80)}"`);
  expect(quote('x'.repeat(5_000_000))).toBe(`"${'x'.repeat(80)}"…`);
  expect(quote(`${'x'.repeat(79)}🧵y`)).toBe(`"${'x'.repeat(79)}"…`);
});
