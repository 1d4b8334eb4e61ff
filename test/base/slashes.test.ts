import { expect, test } from 'vitest';
import { slashed } from '../../src/base/slashes.ts';

test('paths have slashes', () => {
  expect(slashed('src\\a.js', '\\')).toBe('src/a.js');
  expect(slashed('a\\b.js', '/')).toBe('a\\b.js');
});
