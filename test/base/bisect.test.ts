import fc from 'fast-check';
import { expect, test } from 'vitest';
import { bisect, firstAbove } from '../../src/base/bisect.ts';

test('the first index that does not hold, and no index outside is asked', () => {
  const bounds = fc.tuple(fc.nat(40), fc.nat(40), fc.integer({ min: -3, max: 83 }));
  fc.assert(
    fc.property(bounds, ([low, size, limit]) => {
      const high = low + size;
      let expected = low;
      while (expected < high && expected < limit) expected++;
      const found = bisect(low, high, (i) => {
        expect(i).toBeGreaterThanOrEqual(low);
        expect(i).toBeLessThan(high);
        return i < limit;
      });
      expect(found).toBe(expected);
    }),
  );
});

test('an empty range gives its start, also when it ends before it', () => {
  const never = (): boolean => {
    throw new Error('asked');
  };
  expect([bisect(3, 3, never), bisect(0, -1, never), bisect(1, 0, never)]).toEqual([3, 0, 1]);
});

test('asks as often as the range has bits, and the sum of two indices may pass 32 bits', () => {
  const asked: number[] = [];
  const low = 2 ** 33;
  expect(
    bisect(low, low + 1000, (i) => {
      asked.push(i);
      return i < low + 700;
    }),
  ).toBe(low + 700);
  expect(asked.length).toBeLessThanOrEqual(10);
});

test('the first value above a limit, in a part of a column', () => {
  const ascending = fc.array(fc.nat(20), { maxLength: 30 }).map((values) => Uint32Array.from(values).sort());
  fc.assert(
    fc.property(ascending, fc.nat(30), fc.nat(30), fc.integer({ min: -1, max: 21 }), (values, a, b, limit) => {
      const [low, high] = [Math.min(a, b, values.length), Math.min(Math.max(a, b), values.length)];
      let expected = low;
      while (expected < high && values[expected]! <= limit) expected++;
      expect(firstAbove(values, low, high, limit)).toBe(expected);
    }),
  );
});
