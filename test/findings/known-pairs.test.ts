import { expect, test } from 'vitest';
import { fingerprint } from '../../src/findings/fingerprint.ts';
import { knownBy } from '../../src/findings/known-pairs.ts';
import { finding } from './finding.ts';

const race = (variable: string, first: string, second: string) =>
  finding({ variable, at: [first, second], fingerprint: fingerprint(variable, [first, second]) });

const baseline = new Set([fingerprint('v', ['a', 'b']), fingerprint('v', ['b', 'c']), fingerprint('w', ['d', 'e'])]);

test('a pair of places that both race on the variable is known, whichever pairs a schedule shows', () => {
  const all = [race('v', 'b', 'a'), race('v', 'b', 'c'), race('v', 'a', 'c'), race('v', 'b', 'b')];
  expect(all.map(knownBy(baseline, all))).toEqual([true, true, true, true]);
  // Of the known pairs it shows one only: both places of the other are known by it.
  const few = [race('v', 'a', 'a'), race('v', 'b', 'b')];
  expect(few.map(knownBy(baseline, few))).toEqual([true, true]);
});

test('a place that does not race on the variable by what is known is new, and so is another variable', () => {
  const all = [race('v', 'a', 'b'), race('v', 'a', 'd'), race('v', 'd', 'e'), race('w', 'a', 'b'), race('x', 'a', 'a')];
  expect(all.map(knownBy(baseline, all))).toEqual([true, false, false, false, false]);
});

test('where only one access is known, the fingerprint decides', () => {
  const half = { ...race('v', 'a', 'b'), first: null, fingerprint: fingerprint('v', ['b']) };
  const alone = { ...half, known: { ...half.known, places: ['', 'b'] } };
  expect(knownBy(baseline, [alone])(alone)).toBe(false);
  expect(knownBy(new Set([fingerprint('v', ['b'])]), [alone])(alone)).toBe(true);
});
