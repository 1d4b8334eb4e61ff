// The verdicts on Sulzmann's examples, with made-up reports on both sides of the line.

import { describe, expect, test } from 'vitest';
import type { Claim } from '../../bench/reproduce/claims.ts';
import type { Pair } from '../../bench/reproduce/papers/sulzmann.ts';
import { type Judged, sulzmannClaims } from '../../bench/reproduce/sections/sulzmann.ts';

interface Made {
  readonly says?: Readonly<Record<string, readonly Pair[]>>;
  readonly atLeast?: boolean;
  /** By his words, and by the search. */
  readonly stated?: readonly Pair[];
  readonly races?: readonly Pair[];
  readonly reported?: Readonly<Record<string, readonly Pair[]>>;
}

/** A detector of which nothing is said reports nothing. */
class Reports extends Map<string, readonly Pair[]> {
  override get(id: string): readonly Pair[] {
    return super.get(id) ?? [];
  }
}

function judged({ says = {}, atLeast = false, stated, races = [], reported = {} }: Made): Judged {
  const example = { name: 'made', shows: '', events: [], says, atLeast, ...(stated === undefined ? {} : { races: stated }) };
  return { example, races, reported: new Reports(Object.entries(reported)) };
}

function claim(made: Made, document: RegExp): Claim {
  return sulzmannClaims([judged(made)]).find((each) => document.test(each.document))!;
}

const A: Pair = [1, 5];
const B: Pair = [2, 6];

describe('what an algorithm reports, he says', () => {
  test.each<[string, Made, boolean]>([
    ['the same', { says: { shb: [A] }, reported: { shb: [A] } }, true],
    ['less than is reported', { says: { shb: [A] }, reported: { shb: [A, B] } }, false],
    ['less, and that it is not all', { says: { shb: [A] }, atLeast: true, reported: { shb: [A, B] } }, true],
    ['more', { says: { shb: [A, B] }, reported: { shb: [A] } }, false],
    ['another', { says: { shb: [A] }, reported: { shb: [B] } }, false],
  ])('%s', (_, made, holds) => {
    const said = claim(made, /says that an algorithm reports/);
    expect(said.holds).toBe(holds);
    expect(said.headline?.answer).toContain(holds ? '1 of 1 statement hold' : '0 of 1 statement hold');
  });
});

test.each<[readonly Pair[], boolean]>([
  [[A], true],
  [[], false],
  [[A, B], false],
])('he says that 1–5 is the race, the search %j', (races, holds) =>
  expect(claim({ stated: [A], races }, /says is a race/).holds).toBe(holds),
);

test.each<[readonly Pair[], boolean]>([
  [[], true],
  [[A], false],
])('happens-before reports %j of one race: incomplete', (pairs, holds) =>
  expect(claim({ races: [A], reported: { 'hb-pairs': pairs } }, /incomplete/).holds).toBe(holds),
);

test.each<[readonly Pair[], readonly Pair[], boolean]>([
  [[A], [A, B], true],
  [[A], [B], false],
  [[], [B], false],
])('happens-before reports %j, locksets %j, of no race: unsound, locksets more', (hb, locksets, holds) =>
  expect(claim({ reported: { 'hb-pairs': hb, 'lockset-pairs': locksets } }, /unsound/).holds).toBe(holds),
);

test.each<[readonly Pair[], readonly Pair[], boolean]>([
  [[A, B], [A], true],
  [[A], [A], false],
  [[A, B], [A, B], false],
])('all locksets report %j, the latest %j, of two races', (all, latest, holds) =>
  expect(claim({ races: [A, B], reported: { 'lockset-pairs': all, lockset: latest } }, /complete if all/).holds).toBe(holds),
);

test.each<[Made['reported'], boolean]>([
  [{ predict: [A] }, true],
  [{ predict: [A, B] }, false],
  [{ wcp: [B] }, false],
])('prediction reports %j of one race', (reported = {}, holds) =>
  expect(claim({ races: [A], reported }, /Near complete/).holds).toBe(holds),
);
