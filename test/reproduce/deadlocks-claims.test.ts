// The verdicts on deadlocks and atomicity, with made-up numbers on both sides of the line.

import { describe, expect, test } from 'vitest';
import { linearClaim, mostClaim, recordedClaim, soundClaim } from '../../bench/reproduce/sections/deadlocks-claims.ts';
import type { Growth } from '../../bench/reproduce/tasks/growth.ts';

const recall = { traces: 100, reachable: 40, found: 40, syncPreserving: 30, wrong: 0 };

/** Traces of these lengths, each event at a cost that grows by a power. */
function curve(power: number, lengths = [100_000, 300_000, 1_000_000, 3_000_000]): Growth[] {
  return lengths.map((events) => ({
    events,
    candidates: 0,
    found: 0,
    unfinished: undefined,
    seconds: [1e-7 * events ** power, 1],
  }));
}

describe('sound', () => {
  test('as long as nothing reported is out of reach', () => {
    expect(soundClaim(recall)).toMatchObject({ holds: true, here: expect.stringContaining('reaches every one') });
    expect(soundClaim({ ...recall, wrong: 1 })).toMatchObject({ holds: false, here: expect.stringContaining('all but 1') });
  });

  test('nothing reported shows nothing', () => {
    expect(soundClaim({ ...recall, found: 0 })).toBeUndefined();
    expect(soundClaim(undefined)).toBeUndefined();
  });
});

describe('the vast majority', () => {
  test.each([
    [30, true],
    [29, false],
  ])('%i of 40', (syncPreserving, holds) => expect(mostClaim({ ...recall, syncPreserving })?.holds).toBe(holds));

  test('of none is no claim', () => {
    expect(mostClaim({ ...recall, reachable: 0 })).toBeUndefined();
    expect(mostClaim(undefined)).toBeUndefined();
  });
});

describe('linear', () => {
  test.each([0.9, 1, 1.5, 2])('a curve that grows with a power of %d is said to', (power) =>
    expect(linearClaim('Linear.', new Map([['one', curve(power)]]))?.here).toContain(`power of ${power.toFixed(2)} (one)`),
  );

  test.each([
    [1.19, true],
    [1.21, false],
  ])('up to a power of 1.2: %d', (power, holds) =>
    expect(linearClaim('Linear.', new Map([['one', curve(power)]]))?.holds).toBe(holds),
  );

  test('only if all are', () => {
    const claim = linearClaim(
      'Linear.',
      new Map([
        ['one', curve(1)],
        ['two', curve(2)],
      ]),
    );
    expect(claim).toEqual({
      document: 'Linear.',
      holds: false,
      here: 'Time grows with the events to the power of 1.00 (one) and 2.00 (two).',
    });
  });

  test('one point is no curve', () => expect(linearClaim('Linear.', new Map([['one', curve(1, [1000])]]))).toBeUndefined());
});

test('deadlocks of recordings are counted, not judged', () => {
  const one = { nested: 9, inverted: 3, syncPreserving: 1, reordered: 1, observed: 1, unfinished: undefined, seconds: undefined };
  const claim = recordedClaim([one, { ...one, seconds: [1, 2] }, { ...one, seconds: [2, 2] }]);
  expect(claim?.holds).toBeUndefined();
  expect(claim?.here).toBe(
    '3 traces above, 9 inverted lock orders, 6 predicted deadlocks (3 by sections that change places), 3 observed. `deadlock` takes 0.75 of the time of `sync-preserving` in the median, 1.0 at most.',
  );
  expect(recordedClaim([one])?.here).not.toContain('time');
  expect(recordedClaim([])).toBeUndefined();
});
