// The verdicts on LOFT's races and times, with made-up numbers on both sides of the line.

import { describe, expect, test } from 'vitest';
import { loftJava, loftNative, loftRaces } from '../../bench/reproduce/papers/loft.ts';
import { loftClaimList, races, scalingClaims, significance } from '../../bench/reproduce/sections/loft-claims.ts';
import { racesTable } from '../../bench/reproduce/sections/loft-tests.ts';
import type { Tracking } from '../../bench/reproduce/tasks/track.ts';

const around = (microseconds: number) => Array.from({ length: 10 }, (_, i) => microseconds + i / 100);

function tracking(ff: number, loft: number, more: Partial<Tracking> = {}): Tracking {
  const cost = (microseconds: number) => ({ operations: 2000, microseconds, samples: around(microseconds), log: 9, gzip: 9 });
  return {
    name: 'native/a_b',
    threads: 2,
    events: 9000,
    ff: cost(ff),
    loft: cost(loft),
    before: 100,
    byLoft: 50,
    byRuns: 50,
    byAccesses: 50,
    races: { fastTrack: 3, ff: 3, loft: 3 },
    loftIsFf: true,
    ffIsFastTrack: true,
    racyVariables: 1,
    sameRaces: true,
    ...more,
  };
}

describe('the same races', () => {
  test('hold, once the join is mended, if every pair is the same on every trace', () => {
    const claim = races([tracking(2, 1), tracking(2, 1)]);
    expect(claim.holds).toBe('mended');
    expect(claim.here).toContain('on 2 of 2 programs');
    expect(claim.here).toContain('6 pairs in 2 programs');
  });

  test('do not hold if one trace has others, and it is named', () => {
    const claim = races([tracking(2, 1), tracking(2, 1, { loftIsFf: false })]);
    expect(claim.holds).toBe(false);
    expect(claim.here).toContain('not for a\\_b');
  });

  test('what fasttrack finds is beside that, and told', () => {
    const claim = races([tracking(2, 1, { ffIsFastTrack: false })]);
    expect(claim.holds).toBe('mended');
    expect(claim.here).toContain('`fasttrack` on 0 (not for a\\_b)');
  });

  test('one that differs stands out in the table, also without locks', () => {
    const idle = tracking(2, 1, { name: 'native/idle', loftIsFf: false });
    const row = racesTable([], [{ ...idle, ff: { ...idle.ff, operations: 0 } }]).split('\n')[2]!;
    expect(row).toBe('| idle | 3 | 3 | 3 | **no** | yes | 1 | – |');
  });
});

describe('significance', () => {
  test('holds if LOFT is faster beyond chance on every program', () => {
    expect(significance([tracking(2, 1), tracking(9, 8)]).holds).toBe(true);
  });

  test.each([
    ['one does not differ', tracking(2, 2), 'on 1 no difference is proved'],
    ['one is slower', tracking(1, 2), 'the faster on 1 and the slower on 1'],
  ])('does not hold if %s', (_, other, told) => {
    const claim = significance([tracking(2, 1), other]);
    expect(claim.holds).toBe(false);
    expect(claim.here).toContain(told);
  });

  test('does not hold by three runs, which prove nothing', () => {
    const few = (row: Tracking): Tracking => ({
      ...row,
      ff: { ...row.ff, samples: row.ff.samples.slice(0, 3) },
      loft: { ...row.loft, samples: row.loft.samples.slice(0, 3) },
    });
    expect(significance([few(tracking(2, 1))]).holds).toBe(false);
  });
});

test('the document’s races are those of its lists', () => {
  expect(loftRaces.size).toBe(loftNative.length + loftJava.length);
  expect(loftRaces.get('Chromium')).toBe(134);
  expect(loftRaces.get('raytracer')).toBe(1);
  expect(loftRaces.get('streamcluster')).toBe(29);
});

describe('shares', () => {
  /** One program of C in which LOFT keeps these shares of what FF has. */
  function claim(
    says: RegExp,
    shares: { operations?: number; time?: number; log?: number; gzip?: number },
    trace = 'native/made',
  ) {
    const { operations = 1, time = 1, log = 1, gzip = 1 } = shares;
    const base = tracking(100, 100 * time, { name: trace });
    const row = {
      ...base,
      ff: { ...base.ff, operations: 10_000, log: 10_000, gzip: 10_000 },
      loft: { ...base.loft, operations: 10_000 * operations, log: 10_000 * log, gzip: 10_000 * gzip },
    };
    const group = { title: 'C and C++', tables: ['I', 'II'] as const, paper: loftNative, rows: [row] };
    return loftClaimList([group], [row]).find((each) => each !== undefined && says.test(each.document));
  }

  test.each([
    [0.36, true],
    [0.27, true],
    [0.25, false],
    [0.47, false],
  ])('LOFT keeps %d of the operations, the document 0.361: %s', (operations, holds) => {
    const found = claim(/are removable on average/, { operations });
    expect(found?.holds).toBe(holds);
    expect(found?.headline?.id).toBe('loft-I');
  });

  test.each([
    [0.9, true],
    [1.01, false],
  ])('LOFT takes %d of the time, the document 0.831 and 0.506: %s', (time, holds) =>
    expect(claim(/^Tracking takes/, { time })?.holds).toBe(holds),
  );

  test.each([
    [0.4, 0.8, true],
    [0.4, 0.6, false],
    [0.9, 0.8, false],
  ])('the log shrinks to %d, packed to %d: %s', (log, gzip, holds) =>
    expect(claim(/^The log shrinks/, { log, gzip })?.holds).toBe(holds),
  );

  test.each([
    [2 / 46, true],
    [0.5, false],
  ])('of swaptions LOFT keeps %d, the document 2 of 46: %s', (operations, holds) =>
    expect(claim(/^Program by program/, { operations }, 'native/parsec-swaptions-t2-ns8-sm20')?.holds).toBe(holds),
  );
});

describe('by threads', () => {
  /** The shares of operations of some programs, from 2 to 64 threads; all at one share of the time. */
  function claim(says: RegExp, curves: readonly (readonly number[])[], time = 0.5) {
    const scaling = curves.map(
      (shares, i) => [`program ${i}`, shares.map((operations, n) => ({ threads: 2 ** (n + 1), operations, time }))] as const,
    );
    return scalingClaims(new Map(scaling)).find((each) => each !== undefined && says.test(each.document));
  }

  test.each([
    [
      [
        [0.4, 0.45],
        [0.4, 0.6],
      ],
      true,
    ],
    [
      [
        [0.4, 0.6],
        [0.4, 0.7],
      ],
      false,
    ],
    [
      [
        [0.4, 0.6],
        [0.4, 0.6],
        [0.4, 0.45],
      ],
      false,
    ],
    [
      [
        [0.4, 0.45],
        [0.6, 0.4],
      ],
      false,
    ],
  ])('shares of %j hardly depend on them, or rise: %s', (curves, holds) =>
    expect(claim(/hardly depends/, curves)?.holds).toBe(holds),
  );

  test.each([
    [0.5, true],
    [0.3, false],
  ])('%d of the operations stay, the document 0.45: %s', (share, holds) =>
    expect(claim(/can be removed at these/, [[share, share]])?.holds).toBe(holds),
  );

  test.each([
    [0.99, true],
    [1.01, false],
  ])('LOFT takes %d of the time everywhere: faster, %s', (time, holds) =>
    expect(claim(/faster than FF/, [[0.5, 0.5]], time)?.holds).toBe(holds),
  );
});

test.each([
  [0.05, true],
  [0.3, false],
])('the largest program keeps %d, the others half: it gains as much more as there, or not', (kept, holds) => {
  const row = (ff: number, loft: number): Tracking => {
    const both = tracking(2, 1);
    return { ...both, ff: { ...both.ff, operations: ff }, loft: { ...both.loft, operations: loft } };
  };
  const rows = [row(100_000, 100_000 * kept), row(100, 50), row(100, 50), row(100, 50)];
  const found = loftClaimList([{ title: 'C and C++', tables: ['I', 'II'], paper: loftNative, rows }], rows);
  expect(found.find((claim) => claim?.document.includes('the largest gain most'))?.holds).toBe(holds);
});
