// The verdicts on Goldilocks, with made-up numbers on both sides of the line.

import { describe, expect, test } from 'vitest';
import { goldilocksTable } from '../../bench/reproduce/papers/goldilocks.ts';
import type { Program } from '../../bench/reproduce/section.ts';
import {
  exactClaim,
  figureClaims,
  type Once,
  onceClaims,
  tableClaims,
} from '../../bench/reproduce/sections/goldilocks-claims.ts';
import type { PerAccess } from '../../bench/reproduce/tasks/threads.ts';

const program = {} as Program;
const THREADS = [1, 2, 4, 16, 256];
const curve = (...costs: number[]): PerAccess => costs.map((cost, i) => [THREADS[i]!, cost] as const);
const flat = curve(50, 50, 50, 50, 50);
const steep = curve(50, 50, 50, 80, 400);

function figure(changes: Partial<Record<'goldilocks-lazy' | 'eraser' | 'vector-clocks' | 'fasttrack-style', PerAccess>>) {
  const curves = new Map(
    Object.entries({ 'goldilocks-lazy': flat, eraser: flat, 'vector-clocks': steep, 'fasttrack-style': flat, ...changes }),
  );
  return figureClaims(new Map(['SharedSpot', 'LocalSpot', 'Multiset'].map((pattern) => [pattern, curves])));
}

describe('Fig. 4', () => {
  test.each([
    ['flat', flat, true],
    ['with one and two threads it may be what it likes', curve(500, 9, 50, 50, 50), true],
    ['a rise of a fifth', curve(50, 50, 50, 60, 60), true],
    ['a rise of a third', curve(50, 50, 50, 66, 66), false],
    ['a rise in the middle that falls again', curve(50, 50, 50, 70, 50), false],
    ['a fall that rises again', curve(50, 50, 50, 20, 29), false],
    ['a fall', curve(50, 50, 50, 40, 30), true],
  ])('hardly grows: %s', (_, points, holds) => {
    expect(figure({ 'goldilocks-lazy': points })[0]?.holds).toBe(holds);
    expect(figure({ eraser: points })[0]?.holds).toBe(holds);
  });

  test.each([
    [curve(50, 50, 50, 80, 149), false],
    [curve(50, 50, 50, 80, 151), true],
  ])('asymptotically better: %j', (points, holds) => expect(figure({ 'vector-clocks': points })[1]?.holds).toBe(holds));

  test('below vector clocks in Multiset with every number of threads, or not', () => {
    const above = { 'vector-clocks': curve(60, 60, 49, 60, 60) };
    expect(figure(above)[2]).toMatchObject({ holds: false, here: expect.stringContaining('Not with 4 threads') });
    expect(figure({ 'vector-clocks': curve(60, 60, 60, 60, 60) })[2]?.holds).toBe(true);
    // One thread shares nothing.
    expect(figure({ 'vector-clocks': curve(40, 40, 60, 60, 60) })[2]?.holds).toBe(true);
  });
});

describe('exactly happens-before', () => {
  const same = { program, eager: 2, lazy: 2, clocks: 2 };

  test('holds, once Fig. 3 is mended, if both forms have the racy variables of clocks on every program', () => {
    const claim = exactClaim([same, { ...same, eager: 0, lazy: 0, clocks: 0 }]);
    expect(claim).toMatchObject({
      holds: 'mended',
      here: expect.stringContaining('on 2 of 2 programs, 2 racy variables in all'),
    });
  });

  test.each([{ eager: 1 }, { lazy: 1 }, { clocks: 3 }])('does not hold with %j for 2', (other) => {
    expect(exactClaim([same, { ...same, ...other }])).toMatchObject({ holds: false, here: expect.stringContaining('on 1 of 2') });
  });

  test('nothing measured shows nothing', () => expect(exactClaim([])).toBeUndefined());
});

describe('Table 1', () => {
  const costs = (clocks: number, eraser: number, today: number) => [
    {
      program,
      nanoseconds: new Map(
        Object.entries({ 'goldilocks-lazy': 100, 'vector-clocks': clocks, eraser, 'fasttrack-style': today, fasttrack: 10 }),
      ),
    },
  ];

  test.each([
    [149, false],
    [151, true],
  ])('much more efficient than vector clocks of %i to 100', (clocks, holds) =>
    expect(tableClaims(costs(clocks, 100, 100))[0]?.holds).toBe(holds),
  );

  test.each([
    [90, false],
    [92, true],
  ])('about as efficient as an Eraser of %i to 100', (eraser, holds) =>
    expect(tableClaims(costs(200, eraser, 100))[1]?.holds).toBe(holds),
  );

  test.each([
    [109, false],
    [111, true],
  ])('clocks of today with %i to 100', (today, holds) => expect(tableClaims(costs(200, 100, today))[2]?.holds).toBe(holds));

  test('the first is the headline', () =>
    expect(tableClaims(costs(90, 97, 60))[0]?.headline?.answer).toBe(
      'On 1 recorded program whole vector clocks take 0.90 of its time, Eraser 0.97, epochs of today 0.60.',
    ));

  test('nothing measured, nothing claimed', () => expect(tableClaims([])).toEqual([]));
});

describe('Table 2', () => {
  const one = (skipped: number, once: number): Once => ({ program, accesses: 100, skipped, all: 100, once });

  test.each([
    ['half of the programs', [one(34, 50), one(1, 99)], true],
    ['a third of them', [one(34, 50), one(1, 99), one(32, 70)], false],
  ])('dramatic in %s', (_, rows, holds) => expect(onceClaims(rows)[0]?.holds).toBe(holds));

  test.each([
    ['less', [one(50, 60)], true],
    ['more', [one(50, 101)], false],
    ['much more in one of two', [one(50, 40), one(50, 120)], false],
    ['nothing to tell by', [one(2, 99)], undefined],
  ])('time: %s', (_, rows, holds) => expect(onceClaims(rows)[1]?.holds).toBe(holds));

  test('the document has three programs of six, and no race claims nothing', () => {
    expect(onceClaims([one(34, 50)])[0]?.document).toContain(
      `in 3 of ${goldilocksTable.length} programs (moldyn, raytracer and sor)`,
    );
    expect(onceClaims([])).toEqual([]);
  });
});
