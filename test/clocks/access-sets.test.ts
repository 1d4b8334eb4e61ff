// Sets of accesses: that they hold what was put, and that released room is used again.

import { expect, test } from 'vitest';
import { ConcurrentAccesses, LastAccesses } from '../../src/clocks/access-sets.ts';

test('a set keeps the last access of each thread while it grows', () => {
  const sets = new LastAccesses();
  let set = sets.create();
  const other = sets.put(sets.create(), 7, 1, 2);
  for (let round = 1; round <= 3; round++)
    for (const t of [0, 4, 8, 16, 3, 1000, 70_000, 256, 512]) set = sets.put(set, t, round, 100 * round + t);
  const found = new Map<number, [number, number]>();
  sets.each(set, (thread, time, position) => found.set(thread, [time, position]));
  expect(found).toEqual(new Map([0, 4, 8, 16, 3, 1000, 70_000, 256, 512].map((t) => [t, [3, 300 + t]])));
  expect([sets.size(set), sets.time(set, 1000), sets.time(set, 5), sets.time(other, 7)]).toEqual([9, 3, 0, 1]);
});

test.each([new LastAccesses(), new ConcurrentAccesses()])('released room is used again, empty', (sets) => {
  const set = sets.create();
  const put = (at: number, t: number) => (sets instanceof LastAccesses ? sets.put(at, t, 5, 6) : sets.append(at, t, 5, 6));
  expect(put(set, 1)).toBe(set);
  sets.release(set);
  expect(sets.create()).toBe(set);
  expect([sets.size(set), sets.time(set, 1)]).toEqual([0, 0]);
  expect(sets.create()).not.toBe(set);
});
