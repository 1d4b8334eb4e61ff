// Which findings are the program's own, and which are wholly in packages that it has installed.

import { describe, expect, test } from 'vitest';
import type { Finding } from '../../src/findings/finding.ts';
import { foldReason } from '../../src/findings/folding.ts';
import { foldedOf, select } from '../../src/findings/selection.ts';
import { type Frame, Stacks } from '../../src/findings/stack.ts';
import { NO_PLACE } from '../../src/trace/code-place.ts';
import { newSymbols } from '../../src/trace/symbols.ts';
import { frame, lockCycle, raceOf } from './finding.ts';

const OWN = frame('src/a.js:1:2 (work)');
const FILL = frame('node_modules/lodash/fill.js:3:1 (fill)', { library: 'lodash', dependency: true });
const POOL = frame('node_modules/@a/pool/worker.js:9:1', { library: '@a/pool', dependency: true });
const NODE = frame('node:built-in (Array.forEach)', { library: 'Node.js' });
const LIBC = frame('libc.so.6+0x9d (memcpy)', { library: 'libc' });
const WASM = frame('bank (deposit)');

const isFolded = (found: Finding): boolean => foldReason(found) === 'dependencies';

describe('a race', () => {
  test.each<[string, readonly Frame[], readonly Frame[], boolean]>([
    ['of a package with its own worker, which the program called', [FILL, OWN], [POOL], true],
    ['of a package with its own worker, through Node.js', [NODE, FILL, NODE, OWN], [NODE, POOL, NODE], true],
    ['of two packages', [FILL], [POOL], true],
    ['of which nothing but the places is known', [FILL], [FILL], true],
    ['behind WebAssembly that nobody knows', [FILL, WASM], [POOL, OWN], true],
    ['with one place in the program', [FILL], [OWN], false],
    ['in what the program gave Node.js to do', [NODE, OWN], [FILL], false],
    ['where the program called back', [OWN, FILL], [POOL], false],
    ['to both places of which the program led', [FILL, OWN], [FILL, NODE, OWN], false],
    ['to both places of which the program led, from afar', [FILL, POOL, OWN, POOL], [FILL, OWN], false],
    ['a place of which is not known', [], [FILL], false],
    ['of the C library, for nobody knows whom', [LIBC], [FILL], false],
    ['of WebAssembly of the program', [WASM], [FILL], false],
    ['whose callers are cut off', [FILL, { ...POOL, more: 9 }], [FILL, OWN], false],
    ['whose callers the recorder cut off', Array.from({ length: 64 }, () => FILL), [FILL, OWN], false],
  ])('%s', (_, first, second, folded) => {
    expect(isFolded(raceOf(first, second))).toBe(folded);
    expect(isFolded(raceOf(second, first))).toBe(folded);
  });

  test('on memory that the program made, and handed to the package, is its own if it called one of the places', () => {
    const allocation = (at: Frame) => ({ allocation: { location: at.location, stack: [NODE, at, OWN] } });
    expect(isFolded(raceOf([FILL, OWN], [POOL], allocation(OWN)))).toBe(false);
    expect(isFolded(raceOf([FILL, OWN], [POOL], allocation(FILL)))).toBe(true);
    expect(isFolded(raceOf([FILL], [POOL], allocation(OWN)))).toBe(true);
    expect(isFolded(raceOf([FILL, OWN], [POOL], { allocation: { location: '', stack: [] } }))).toBe(true);
  });

  test('of which one access is not known may be anybody’s', () => {
    expect(isFolded({ ...raceOf([], [FILL]), first: null })).toBe(false);
  });
});

test('a deadlock also by where its locks were taken, unless it happened', () => {
  expect(isFolded(lockCycle('predicted', POOL, POOL, FILL))).toBe(true);
  expect(isFolded(lockCycle('predicted', POOL, POOL, OWN))).toBe(false);
  expect(isFolded(lockCycle('observed', POOL, POOL, POOL))).toBe(false);
});

describe('selection', () => {
  const theirs = (number: number, claim: Finding['claim'] = 'observed') =>
    raceOf([FILL], [POOL], {
      variable: `theirs${number}`,
      fingerprint: `${number}`.repeat(16),
      claim,
      at: [`p:${number}`, `q:${number}`],
    });
  const ours = raceOf([OWN], [FILL], { variable: 'ours', fingerprint: 'a'.repeat(16), claim: 'predicted' });
  const all = [theirs(1), theirs(2), ours];

  test('folds them if asked to, and says whose they are', () => {
    const selection = select(all, { folds: ['dependencies'] });
    expect(selection.findings.map(({ variable }) => variable)).toEqual(['ours']);
    expect(foldedOf(selection)).toEqual({
      foreign: { count: 0, code: [] },
      dependencies: { count: 2, code: ['@a/pool', 'lodash'] },
    });
    expect(select(all, { folds: ['foreign'] }).findings).toHaveLength(3);
  });

  test('has those of the program first, with numbers that do not depend on what is shown', () => {
    const named = (selection: ReturnType<typeof select>) => selection.findings.map(({ id, variable }) => `${id} ${variable}`);
    expect(named(select(all))).toEqual(['R1 ours', 'R2 theirs1', 'R3 theirs2']);
    expect(named(select(all, { folds: ['dependencies'] }))).toEqual(['R1 ours']);
    expect(named(select(all, { folds: ['dependencies'], maxRaces: 1 }))).toEqual(['R1 ours']);
  });

  test('keeps what is the program’s of an entry of one cause', () => {
    const at = ['src/a.js:1:2', 'node_modules/lodash/fill.js:3:1'] as const;
    const mixed = [
      raceOf([FILL], [POOL], { at, fingerprint: '1'.repeat(16) }),
      raceOf([OWN], [FILL], { at, fingerprint: '2'.repeat(16) }),
    ];
    const { findings, folded } = select(mixed, { folds: ['dependencies'] });
    expect(findings.map(({ fingerprint }) => fingerprint)).toEqual(['2'.repeat(16)]);
    expect(folded.dependencies).toHaveLength(1);
    expect(select(mixed).findings).toHaveLength(1);
  });

  test('rules and the baseline come before', () => {
    const rule = { line: 1, kind: 'variable', pattern: '*', reason: 'all', matches: () => true } as const;
    expect(select(all, { folds: ['dependencies'], rules: [rule] })).toMatchObject({
      folded: { dependencies: [] },
      suppressed: { length: 3 },
    });
  });
});

describe('frames', () => {
  function frameOf(location: string, library?: string): Frame {
    const symbols = newSymbols();
    const id = symbols.locations.internName(location);
    if (library !== undefined) symbols.places.set(id, { ...NO_PLACE, library });
    return new Stacks(symbols).of(id)[0]!;
  }

  test('are of a dependency by their file, or because the recorder said so', () => {
    expect(frameOf('node_modules/lodash/fill.js:3:1')).toMatchObject({ library: 'lodash', dependency: true });
    expect(frameOf('webpack://lodash/src/fill.ts:3:1', 'node_modules/lodash')).toMatchObject({
      library: 'lodash',
      dependency: true,
    });
    expect(frameOf('libc.so.6+0x1 (memcpy)', 'libc')).not.toHaveProperty('dependency');
    expect(frameOf('src/fill.ts:3:1')).not.toHaveProperty('library');
    expect(frameOf('/usr/include/c++/12/list:3', '')).toMatchObject({ library: 'libstdc++' });
  });
});
