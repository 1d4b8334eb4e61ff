import fc from 'fast-check';
import { expect, test } from 'vitest';
import { editDistance, nearest } from '../../src/base/nearest.ts';

test.each([
  ['analyse', 'analyze'],
  ['anlayze', 'analyze'],
  ['conv', 'convert'],
  ['SHOW', 'show'],
  ['xyzzy', undefined],
  ['', undefined],
])('%s: %s', (word, expected) => {
  expect(nearest(word, ['analyze', 'show', 'stats', 'convert'])).toBe(expected);
});

test('the distance is a distance', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 8 }), fc.string({ maxLength: 8 }), (a, b) => {
      const d = editDistance(a, b);
      expect(d).toBe(editDistance(b, a));
      expect(d === 0).toBe(a === b);
      expect(d).toBeLessThanOrEqual(Math.max(a.length, b.length));
      expect(d).toBeGreaterThanOrEqual(Math.abs(a.length - b.length));
    }),
  );
});
