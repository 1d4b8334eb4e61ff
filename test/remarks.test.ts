// What is said of tests that did not run: nobody may take them for passed.

import { expect, test } from 'vitest';
import { missing } from './needs.ts';
import { remarks } from './remarks.ts';

const nowhere = { PATH: '/nowhere' };
const folder = 'test/cli';
const isSkipped = true;

test('what is missing is named, with what to install', () => {
  expect(missing(['gcc'], nowhere)).toBe('gcc is missing (apt-get install gcc)');
  const both = 'a C compiler and objcopy are missing (apt-get install gcc binutils)';
  expect(missing(['c', 'objcopy'], nowhere)).toBe(both);
});

test('what is there is used, by whatever name', () => {
  expect(missing(['c'], { ...nowhere, FORETRACE_CC: process.execPath })).toBeUndefined();
});

test('tests that did not run are counted by what is missing, others are not', () => {
  const [gcc, make] = [missing(['gcc'], nowhere), missing(['make'], nowhere)];
  const lines = remarks([
    { name: 'a', folder, note: gcc, isSkipped },
    { name: 'b', folder, note: gcc, isSkipped },
    { name: 'c', folder, note: 'not today', isSkipped },
    { name: 'd', folder },
    { name: 'e', folder, note: make, isSkipped },
  ]);
  expect(lines).toEqual([`2 tests did not run: ${gcc}`, `1 test did not run: ${make}`]);
});

test('tests that nobody asked for are counted by their folder', () => {
  const lines = remarks([
    { name: 'a', folder: 'test/work', isSkipped },
    { name: 'b', folder, isSkipped },
    { name: 'c', folder },
    { name: 'd', folder, isSkipped },
  ]);
  expect(lines).toEqual(['not asked for by FORETRACE_SUITES=all or FORETRACE_LONG=1: tests of test/cli 2, test/work 1']);
});

test('a verdict that needed another schedule is named', () => {
  const lines = remarks([
    { name: 'queue.race.c', folder, runs: 2 },
    { name: 'join.race.c', folder, runs: 1 },
  ]);
  expect(lines).toEqual(['other schedules were needed: queue.race.c (2 runs)']);
});

test('what failed, was tried again or never ended is told at the end', () => {
  const lines = remarks([
    { name: 'fine', folder: 'test/a.test.ts' },
    { name: 'wrong', folder: 'test/a.test.ts', failure: `expected ${'x'.repeat(500)}\nand more` },
    { name: 'in time', folder: 'test/b.test.ts', retries: 1 },
    { name: 'gone', folder: 'test/c.test.ts', isUnfinished: true },
  ]);
  expect(lines).toEqual([
    `failed: test/a.test.ts: wrong: expected ${'x'.repeat(191)}`,
    'needed another try: test/b.test.ts: in time',
    'never ended: test/c.test.ts: gone',
  ]);
});
