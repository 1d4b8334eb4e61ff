// The lines that verdicts are drawn along: both sides of each.

import { expect, test } from 'vitest';
import { isAtLeast, isAtMost, isCorrelated, isShareAbout } from '../../bench/reproduce/verdicts.ts';

test.each([
  [3, 3, true],
  [2, 3, true],
  [1.99, 3, false],
  [100, 3, true],
  [Number.NaN, 3, false],
])('%d is at least %d: %s', (here, there, holds) => expect(isAtLeast(here, there)).toBe(holds));

test.each([
  [0.89, 0.6, true],
  [0.91, 0.6, false],
  [0.1, 0.6, true],
  [Number.NaN, 0.6, false],
])('%d is at most %d: %s', (here, there, holds) => expect(isAtMost(here, there)).toBe(holds));

test.each([
  [0.54, 0.64, true],
  [0.75, 0.64, false],
  [0.53, 0.64, false],
])('the share %d is about %d: %s', (here, there, holds) => expect(isShareAbout(here, there)).toBe(holds));

test.each([
  [0.32, 41, true],
  [0.3, 41, false],
  [-0.6, 41, false],
  [0.6, 10, false],
  [0.7, 10, true],
])('a correlation of %d in %d pairs: %s', (value, count, holds) => expect(isCorrelated(value, count)).toBe(holds));
