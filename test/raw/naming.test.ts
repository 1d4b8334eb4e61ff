// No name is worth a report.

import { expect, test } from 'vitest';
import { type Naming, safeNaming } from '../../src/raw/naming.ts';

const fails = (): never => {
  throw new TypeError('odd');
};
const broken: Naming = { location: fails, variable: () => 7 as never, lock: fails, thread: fails, notes: () => ['known'] };

test('what has no name gets a plain one, and a note counts them', async () => {
  const naming = await safeNaming(async () => broken);
  expect(naming.location(255)).toBe('0xff');
  expect(naming.variable(255, 4, undefined)).toBe('0xff:4');
  expect(naming.lock(16, undefined)).toBe('0x10');
  expect(naming.thread(3)).toBe('T3');
  expect(naming.notes()).toEqual(['known', '4 names could not be found: odd']);
});

test('names that cannot be had at all', async () => {
  const naming = await safeNaming(async () => fails());
  expect(naming.thread(1)).toBe('T1');
  expect(naming.notes()).toEqual(['1 name could not be found: odd']);
});
