import fc from 'fast-check';
import { expect, test } from 'vitest';
import { BitSets, EMPTY } from '../../src/grammar/bit-sets.ts';
import { runs } from '../runs.ts';

const member = fc.oneof(fc.nat(40), fc.nat(300), fc.nat(2 ** 31 - 1));
const set = fc.uniqueArray(member, { maxLength: 12 });

const sorted = (numbers: Iterable<number>) => [...numbers].sort((a, b) => a - b);

test('unions, intersections and differences are those of sets, and equal sets are one', () => {
  fc.assert(
    fc.property(set, set, member, (a, b, x) => {
      const sets = new BitSets();
      const made = (numbers: Iterable<number>) => [...numbers].reduce((s, m) => sets.union(s, sets.of(m)), EMPTY);
      const [one, other] = [made(a), made(b)];
      expect(sets.members(one)).toEqual(sorted(a));
      expect(sets.union(one, other)).toBe(made(sorted(new Set([...a, ...b]))));
      expect(sets.intersection(one, other)).toBe(made(sorted(a.filter((m) => b.includes(m)))));
      for (const m of [x, ...a.slice(0, 2)]) expect(sets.without(one, m)).toBe(made(sorted(a.filter((n) => n !== m))));
    }),
    runs(300),
  );
});

test('sets that grow by one member each share what they have in common', () => {
  const sets = new BitSets();
  const n = 20_000;
  for (let m = 0, s = EMPTY; m < n; m++) s = sets.union(s, sets.of(m));
  expect(sets.size).toBeLessThan(n * 32);
});
