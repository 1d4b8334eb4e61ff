// Findings in code that foretrace did not compile, and those that are the C++ library's own.

import { describe, expect, test } from 'vitest';
import { builtinSuppressions } from '../../src/findings/builtin-suppression.ts';
import type { Finding } from '../../src/findings/finding.ts';
import { foldReason } from '../../src/findings/folding.ts';
import { foreignCode } from '../../src/findings/foreign.ts';
import { libraryRaces } from '../../src/findings/library-races.ts';
import { select } from '../../src/findings/selection.ts';
import type { Frame } from '../../src/findings/stack.ts';
import { frame, lockCycle, raceOf } from './finding.ts';

const FOREIGN = frame('libfoo.so+0x12 (store)', { library: 'libfoo', foreign: true });
const LEGACY = frame('old/legacy.c:3 (keep)', { foreign: true });
const OWN = frame('src/a.c:1 (work)');
const LIBC = frame('libc.so.6+0x9d (fopen)', { library: 'libc' });

const isWhollyForeign = (found: Finding): boolean => foldReason(found) === 'foreign';

describe('wholly in foreign code', () => {
  test.each<[string, readonly Frame[], readonly Frame[], boolean]>([
    ['both places', [FOREIGN], [LEGACY], true],
    ['both places, called by the program', [FOREIGN, OWN], [FOREIGN, OWN], true],
    ['one place', [FOREIGN], [OWN], false],
    ['what the C library does for foreign code', [LIBC, FOREIGN], [FOREIGN], true],
    ['what the C library does for the program', [LIBC, OWN, FOREIGN], [FOREIGN], false],
    ['the C library, for nobody knows whom', [LIBC], [FOREIGN], false],
    ['a place that is not known', [], [FOREIGN], false],
    ['the program, called back', [OWN, FOREIGN], [FOREIGN], false],
  ])('%s', (_, first, second, expected) => {
    expect(isWhollyForeign(raceOf(first, second))).toBe(expected);
  });

  test('not if one of the accesses is not known', () => {
    expect(isWhollyForeign({ ...raceOf([], [FOREIGN]), first: null })).toBe(false);
  });

  test('a deadlock also by where its locks were taken, unless it happened', () => {
    expect(isWhollyForeign(lockCycle('predicted', FOREIGN, FOREIGN, LEGACY))).toBe(true);
    expect(isWhollyForeign(lockCycle('predicted', FOREIGN, FOREIGN, OWN))).toBe(false);
    expect(isWhollyForeign(lockCycle('observed', FOREIGN, FOREIGN, FOREIGN))).toBe(false);
  });

  test('is folded if asked for, behind rules and the baseline', () => {
    const hidden = { ...raceOf([FOREIGN], [LEGACY]), id: 'R1' };
    const shown = { ...raceOf([FOREIGN], [OWN], { variable: 'other', fingerprint: 'f00' }), id: 'R2' };
    const all = [hidden, shown];
    expect(select(all).folded.foreign).toEqual([]);
    const {
      findings,
      folded: { foreign },
    } = select(all, { folds: ['foreign'], grouping: 'none' });
    expect(findings.map(({ variable }) => variable)).toEqual(['other']);
    expect(foreign).toEqual([hidden]);
    expect(foreignCode(foreign)).toEqual(['libfoo.so', 'old/legacy.c']);
    const rule = { line: 1, kind: 'variable', pattern: '*', reason: 'all', matches: () => true } as const;
    expect(select(all, { folds: ['foreign'], rules: [rule] })).toMatchObject({
      folded: { foreign: [] },
      suppressed: { length: 2 },
    });
  });
});

describe('built-in suppressions', () => {
  const narrow = (path = '/usr/include/c++/12/bits/locale_facets.h', over: Partial<Frame> = {}) =>
    frame(`${path}:941 (std::ctype::narrow)`, { library: 'libstdc++', ...over });
  const inFile = { variable: 'libstdc++.so.6.0.30+0x218914', memory: { address: '0x1', bytes: 1 } };
  const inBlock = (name: string) => ({
    variable: 'libstdc++.so.6.0.30+0xbc760 new(576)[433..434)',
    memory: { address: '0x1', bytes: 1, block: { bytes: 576, offset: 433 } },
    allocation: { location: '', stack: [frame(`libstdc++.so.6.0.30+0xbc760 (${name})`, { library: 'libstdc++' })] },
  });
  const cache = (over: Parameters<typeof raceOf>[2], at = narrow()) => raceOf([at, OWN], [narrow(), OWN], over);
  const fits = (found: Finding): string[] =>
    builtinSuppressions.filter((rule) => rule.matches(found)).map(({ pattern }) => pattern);

  test('have a reference each, and reasons', () => {
    for (const { reference, why } of libraryRaces)
      expect([reference, why]).toEqual([expect.stringMatching(/^https:\/\//), expect.stringMatching(/\w/)]);
  });

  test('the cache of a facet, in the library or in a block of it, by any order', () => {
    for (const ops of [
      ['write', 'read'],
      ['read', 'write'],
      ['write', 'write'],
    ] as const)
      expect(fits(cache({ ...inFile, ops }))).toEqual(['ctype-narrow']);
    expect(fits(cache(inBlock('std::locale::_Impl::_Impl')))).toEqual(['ctype-narrow']);
  });

  test.each<[string, Finding]>([
    ['a buffer of the program', cache({ variable: 'buffer[0..4)', memory: { address: '0x1', bytes: 4 } })],
    ['a block that another function of the library allocated', cache(inBlock('std::string::_M_create'))],
    ['memory that is not known', cache({ variable: 'libstdc++.so.6+0x1' })],
    [
      'another function of the header',
      cache(inFile, frame('/usr/include/c++/12/bits/locale_facets.h:9 (std::ctype::is)', { library: 'libstdc++' })),
    ],
    ['a function of that name elsewhere', cache(inFile, narrow('/usr/include/c++/12/bits/mine.h'))],
    ['a function of that name in the program', cache(inFile, narrow('src/bits/locale_facets.h', { library: 'mine' }))],
    ['one access in the program', raceOf([OWN], [narrow(), OWN], inFile)],
  ])('not %s', (_, found) => {
    expect(fits(found)).toEqual([]);
  });

  test('an atomic shared pointer that is loaded while it is stored, and nothing else of it', () => {
    const header = '/usr/include/c++/12/bits/shared_ptr_atomic.h';
    const load = [frame(`${header}:500 (std::_Sp_atomic::load)`, { library: 'libstdc++' }), OWN];
    const swap = [
      frame('/usr/include/c++/12/bits/move.h:205 (std::swap)', { library: 'libstdc++' }),
      frame(`${header}:510 (std::_Sp_atomic::swap)`, { library: 'libstdc++' }),
      OWN,
    ];
    expect(fits(raceOf(load, swap, { ops: ['read', 'write'] }))).toEqual(['atomic-shared-ptr']);
    expect(fits(raceOf(swap, load, { ops: ['write', 'read'] }))).toEqual(['atomic-shared-ptr']);
    expect(fits(raceOf(load, load, { ops: ['write', 'write'] }))).toEqual([]);
    expect(fits(raceOf(load, swap, { ops: ['write', 'write'] }))).toEqual([]);
    expect(fits(raceOf(load, [swap[0]!, OWN], { ops: ['read', 'write'] }))).toEqual([]);
    expect(fits(raceOf(swap, swap, { ops: ['write', 'write'] }))).toEqual([]);
  });
});
