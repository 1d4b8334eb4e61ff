import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { InputError } from '../../src/base/error.ts';
import { glob } from '../../src/base/glob.ts';
import { functionOf, isKnown, pathOf, sourcePlace, withoutFunction } from '../../src/findings/place.ts';
import { select } from '../../src/findings/selection.ts';
import { parseSuppressions } from '../../src/findings/suppression.ts';
import { forkTexts } from '../../src/report/words.ts';
import { runs } from '../runs.ts';
import { finding } from './finding.ts';

function thrown(work: () => unknown): InputError {
  try {
    work();
  } catch (error) {
    if (error instanceof InputError) return error;
    throw error;
  }
  throw new Error('nothing was thrown');
}

test.each([
  ['src/legacy/**', 'path', 'src/legacy/deep/a.c:3', true],
  ['src/*.c', 'path', 'src/deep/a.c', false],
  ['src/?.c', 'path', 'src/a.c', true],
  ['stats.*', 'name', 'stats.a/b', true],
  ['stats.*', 'name', 'statsXa', false],
  ['a[1]', 'name', 'a[1]', true],
  ['a(b){c}^$|+\\', 'name', 'a(b){c}^$|+\\', true],
] as const)('glob %s as a %s on %s is %s', (pattern, kind, text, expected) => {
  expect(glob(pattern, kind)(text)).toBe(expected);
});

test.each([
  ['src/a.c:41', 'src/a.c', 41, undefined],
  ['C:\\src\\a.c:41:7', 'C:\\src\\a.c', 41, 7],
  ['file:///x y/ü.mjs:3', '/x y/ü.mjs', 3, undefined],
  ['Account.java:97:14', 'Account.java', 97, 14],
  ['src/a (old).c:41 (push)', 'src/a (old).c', 41, undefined],
  ['a.cpp:5 (pool::Queue::operator())', 'a.cpp', 5, undefined],
])('place %s', (location, path, line, column) => {
  expect(sourcePlace(location)).toEqual({ path, line, column });
});

test('what is no place in a file is left as it is', () => {
  for (const location of ['345', '', 'main', '12:34', 'a:b']) expect(sourcePlace(location)).toBeUndefined();
  expect(pathOf('345')).toBe('345');
  expect(['', '-', 'nil'].some(isKnown)).toBe(false);
});

describe('suppressions', () => {
  test('match by location, variable and fingerprint', () => {
    const rules = parseSuppressions(
      '\uFEFF# ours\r\n\r\nrace location src/a.c  # one\nrace variable stats.* # two\n  race fingerprint 012345   #   three  \n',
      'rules',
    ).map(({ line, kind, pattern, reason, matches }) => ({ line, kind, pattern, reason, hit: matches(finding()) }));
    expect(rules).toEqual([
      { line: 3, kind: 'location', pattern: 'src/a.c', reason: 'one', hit: true },
      { line: 4, kind: 'variable', pattern: 'stats.*', reason: 'two', hit: true },
      { line: 5, kind: 'fingerprint', pattern: '012345', reason: 'three', hit: true },
    ]);
  });

  test('take patterns with spaces, # and Windows paths', () => {
    const [a, b] = parseSuppressions('race variable "a # b"  # odd\nrace location C:\\my src\\** # win\n', 'rules');
    expect(a!.matches(finding({ variable: 'a # b' }))).toBe(true);
    expect(b!.matches(finding({ at: ['x', 'C:\\my src\\a.c:3'] }))).toBe(true);
  });

  test('match a location with its function, its line, or its file', () => {
    const rules = parseSuppressions(
      'race location a.c # 1\nrace location a.c:3 # 2\nrace location a.c:3 (push) # 3\nrace location a.c:4 # 4\n',
      'rules',
    );
    expect(rules.map(({ matches }) => matches(finding({ at: ['x', 'a.c:3 (push)'] })))).toEqual([true, true, true, false]);
    // The line is enough for all statements that it has.
    expect(rules.map(({ matches }) => matches(finding({ at: ['x', 'a.c:3:14 (push)'] })))).toEqual([true, true, false, false]);
  });

  test('a rule may name the function', () => {
    const at = (location: string) => finding({ at: ['x', location] });
    const [push, member] = parseSuppressions('race function push # 1\nrace function Stats::* # 2\n', 'rules');
    expect(push!.matches(at('a.c:3 (push)'))).toBe(true);
    expect(push!.matches(at('push:3'))).toBe(false);
    expect(push!.matches(at('a.c:3 (push_back)'))).toBe(false);
    expect(member!.matches(at('a.cc:3 (Stats::add)'))).toBe(true);
  });

  test.each([
    ['races location x # r', 1],
    ['race place x # r', 6],
    ['race location  # r', 16],
    ['race variable "x # r', 15],
    ['race location src/**', 21],
    ['race location src/**# r', 24],
    ['race', 1],
  ])('%j is refused with its column', (line, column) => {
    const { code, place } = thrown(() => parseSuppressions(`\n${line}`, 'rules'));
    expect({ code, ...place }).toEqual({ code: 'SUPPRESSION_BAD_RULE', file: 'rules', line: 2, column });
  });
});

/** The form of a rule in one expression: plain to read, but blanks and #s make it wait for ever. */
const RULE = /^(\s*)(\S+)(\s+)(\S+)(\s+)("(?:[^"\\]|\\.)*"|[^\s#].*?)?\s*(?:(?<=\s)#\s*(.*))?$/u;

describe('rules from strangers', () => {
  test('are taken apart as the expression says', () => {
    const piece = fc.constantFrom(' ', '  ', '#', ' # ', '"', '"a # b"', '\\', '\\"', 'x', 'why', '\t', '?*');
    const line = fc.array(piece, { maxLength: 8 }).map((pieces) => `race variable ${pieces.join('')}`);
    let accepted = 0;
    fc.assert(
      fc.property(line, (text) => {
        const [, , , , , , raw = '', reason = ''] = RULE.exec(text) ?? [];
        let rule: { pattern: string; reason: string } | undefined;
        try {
          [rule] = parseSuppressions(text, 'rules');
        } catch (error) {
          expect(error).toBeInstanceOf(InputError);
        }
        let pattern: string | undefined = raw;
        try {
          if (raw.startsWith('"')) pattern = String(JSON.parse(raw));
        } catch {
          pattern = undefined;
        }
        const fits = pattern !== undefined && pattern !== '' && reason.trim() !== '';
        expect(rule === undefined ? undefined : { pattern: rule.pattern, reason: rule.reason }).toEqual(
          fits ? { pattern, reason: reason.trim() } : undefined,
        );
        if (fits) accepted++;
      }),
      runs(2000),
    );
    expect(accepted).toBeGreaterThan(20);
  });

  test('have lines of a bounded length', () => {
    const line = (length: number): string => `race variable x # ${'y'.repeat(length)}`.slice(0, length);
    expect(parseSuppressions(line(4096), 'rules')).toHaveLength(1);
    const { code, place } = thrown(() => parseSuppressions(`\n${line(4097)}`, 'rules'));
    expect({ code, ...place }).toEqual({ code: 'SUPPRESSION_BAD_RULE', file: 'rules', line: 2, column: 4097 });
  });

  // With the expression this takes a minute a line: that it ends is the test.
  test('are refused before anybody waits', () => {
    const blanks = ' '.repeat(2000);
    for (const line of [`race variable a${blanks}#${blanks}\u2028`, `race variable a${' #'.repeat(2000)}\r`])
      expect(thrown(() => parseSuppressions(line, 'rules')).code).toBe('SUPPRESSION_BAD_RULE');
  });
});

describe('locations from strangers', () => {
  const LINE_AND_COLUMN = /:(\d{1,9})(?::(\d{1,9}))?(?: \(.+\))?$/;
  const FUNCTION = /(:\d{1,9}) \((.+)\)$/;

  test('are taken apart as the expressions say', () => {
    const piece = fc.constantFrom('a.c', ':', ':1', ':23', ' (', '(', ')', ' ', 'f', '1234567890');
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 9 }), (pieces) => {
        const location = `x${pieces.join('')}`;
        const match = LINE_AND_COLUMN.exec(location);
        expect(sourcePlace(location)?.path).toBe(match === null ? undefined : location.slice(0, match.index));
        expect(sourcePlace(location)?.line).toBe(match === null ? undefined : Number(match[1]));
        expect(functionOf(location)).toBe(FUNCTION.exec(location)?.[2]);
        expect(withoutFunction(location)).toBe(location.replace(FUNCTION, '$1'));
      }),
      runs(3000),
    );
  });

  // With the expressions these take minutes.
  test('are looked at once', () => {
    const location = ':1 ('.repeat(250_000);
    expect([sourcePlace(location), functionOf(location), pathOf(location)]).toEqual([undefined, undefined, location]);
    const at = { thread: 'T1', by: 'T0', index: 3, location: '+0x1 ('.repeat(150_000), stack: [] };
    expect(forkTexts([at])).toEqual([`T1 forked by T0 at ${at.location}`]);
  });
});

test('selection keeps what is new, often enough and not suppressed, and counts the rest', () => {
  const rules = parseSuppressions('race variable quiet # r\nrace variable nobody # r', 'rules');
  const all = [
    finding({ variable: 'quiet' }),
    finding({ fingerprint: 'known' }),
    finding({ count: 2 }),
    finding({ count: 3 }),
    finding({ count: 4 }),
  ];
  const selection = select(all, {
    grouping: 'none',
    rules,
    baseline: [{ fingerprint: 'known', sides: [] }],
    minCount: 3,
    maxRaces: 1,
  });
  expect(selection).toMatchObject({
    suppressed: [{ finding: { variable: 'quiet' }, rule: { reason: 'r' } }],
    known: [{ fingerprint: 'known' }],
    rare: [{ count: 2 }],
    findings: [{ id: 'R4', count: 3 }],
    beyond: [{ id: 'R5', count: 4 }],
  });
  expect(selection.unusedRules.map(({ pattern }) => pattern)).toEqual(['nobody']);
});

test('a new finding of a known cause is shown, and nothing of what is known', () => {
  const old = finding({ fingerprint: 'old', at: ['a.c:1', 'b.c:2'] });
  const fresh = finding({ fingerprint: 'new', at: ['a.c:1', 'c.c:3'] });
  const { findings, known } = select([old, fresh], { baseline: [{ fingerprint: 'old', sides: [] }] });
  expect(findings).toMatchObject([{ id: 'R1', fingerprint: 'new', places: [{ second: 'c.c:3' }] }]);
  expect(known).toMatchObject([{ fingerprint: 'old' }]);
});
