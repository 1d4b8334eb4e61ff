import { expect, test } from 'vitest';
import { fingerprint } from '../../src/findings/fingerprint.ts';
import { knownBy } from '../../src/findings/known-pairs.ts';

const race = (variable: string, ...places: string[]) => ({
  fingerprint: fingerprint(variable, places),
  sides: places.length < 2 ? [] : [...new Set(places)].map((place) => fingerprint(variable, [place])),
});

const isKnown = knownBy([race('v', 'a', 'b'), race('v', 'b', 'c'), race('w', 'd', 'e')]);

test('a pair of places that both race on the variable is known, whichever pairs a schedule shows', () => {
  const all = [race('v', 'b', 'a'), race('v', 'b', 'c'), race('v', 'a', 'c'), race('v', 'b', 'b'), race('v', 'a', 'a')];
  expect(all.map(isKnown)).toEqual([true, true, true, true, true]);
});

test('a place that does not race on the variable by what is known is new, and so is another variable', () => {
  const all = [race('v', 'a', 'd'), race('v', 'd', 'e'), race('w', 'a', 'b'), race('x', 'a', 'a')];
  expect(all.map(isKnown)).toEqual([false, false, false, false]);
});

test('where only one access is known, the fingerprint decides', () => {
  expect(isKnown(race('v', 'b'))).toBe(false);
  expect(knownBy([race('v', 'b')])(race('v', 'b'))).toBe(true);
  expect(knownBy([race('v', 'b')])(race('v', 'b', 'b'))).toBe(false);
});
