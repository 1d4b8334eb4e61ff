// Patterns: what they mean, against a referee that tries everything and against the regular expression that they stand for; and that
// no pattern makes anybody wait.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type GlobKind, glob } from '../../src/base/glob.ts';
import { all, runs } from '../runs.ts';

/** The definition, in exponential time. */
function matches(pattern: readonly string[], text: readonly string[], kind: GlobKind): boolean {
  const [token, ...rest] = pattern;
  if (token === undefined) return text.length === 0;
  const [character, ...others] = text;
  if (token.startsWith('*')) {
    const stops = character === undefined || (kind === 'path' && token === '*' && character === '/');
    return matches(rest, text, kind) || (!stops && matches(pattern, others, kind));
  }
  if (character === undefined) return false;
  const fits = token === '?' ? kind === 'name' || character !== '/' : token === character;
  return fits && matches(rest, others, kind);
}

function referee(pattern: string, kind: GlobKind, text: string): boolean {
  return matches(pattern.match(/\*+|[^*]/gsu) ?? [], [...text], kind);
}

/** As a regular expression: short to say, but nested stars take it for ever. */
function regex(pattern: string, kind: GlobKind): RegExp {
  const source = pattern.replace(/\*\*+|[*?]|[\\^$.+()[\]{}|]/g, (token) => {
    if (token === '*') return kind === 'path' ? '[^/]*' : '.*';
    if (token === '?') return kind === 'path' ? '[^/]' : '.';
    return token.startsWith('*') ? '.*' : `\\${token}`;
  });
  return new RegExp(`^${source}$`, 'su');
}

const kinds = fc.constantFrom<GlobKind>('path', 'name');

describe('a pattern means what it always meant', () => {
  test.each<[string, GlobKind, string, boolean]>([
    ['src/*.c', 'path', 'src/a.c', true],
    ['src/*.c', 'path', 'src/x/a.c', false],
    ['src/**.c', 'path', 'src/x/a.c', true],
    ['src/**/a.c', 'path', 'src/a.c', false],
    ['src/***', 'path', 'src/x/y', true],
    ['a?c', 'path', 'a/c', false],
    ['a?c', 'name', 'a/c', true],
    ['Stats::*', 'name', 'Stats::a/b', true],
    ['x?', 'name', 'x🧵', true],
    ['x??', 'name', 'x🧵', false],
    ['x?', 'name', 'x\ud83e', true],
    ['\ud83e*', 'name', '🧵', false],
    ['a.c', 'name', 'abc', false],
    ['a\nb*', 'name', 'a\nb\nc', true],
    ['', 'name', '', true],
    ['', 'path', 'x', false],
    ['**', 'path', '', true],
    ['*a*', 'path', 'b/a', false],
    ['**a*', 'path', 'b/a', true],
    ['**a*b', 'path', 'a/ab', true],
  ])('%s as a %s, %s: %s', (pattern, kind, text, expected) => {
    expect(glob(pattern, kind)(text)).toBe(expected);
    expect(referee(pattern, kind, text)).toBe(expected);
  });

  test('as its referee and the regular expression say', () => {
    const pattern = fc.string({ unit: fc.constantFrom('*', '*', '**', '?', 'a', 'b', '/', '🧵'), maxLength: 7 });
    const text = fc.string({ unit: fc.constantFrom('a', 'a', 'b', '/', '🧵', '\ud83e', '\udded'), maxLength: 8 });
    let matched = 0;
    fc.assert(
      fc.property(pattern, kinds, fc.array(text, { minLength: 1, maxLength: 12 }), (shape, kind, texts) => {
        const test = glob(shape, kind);
        for (const one of texts) {
          const expected = referee(shape, kind, one);
          expect(regex(shape, kind).test(one)).toBe(expected);
          expect(test(one)).toBe(expected);
          if (expected) matched++;
        }
      }),
      runs(3000, 500),
    );
    expect(matched).toBeGreaterThan(500);
  });

  test('all that is no star or question mark stands for itself', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), kinds, (text, kind) => {
        const plain = text.replace(/[*?]/g, '');
        expect(glob(plain, kind)(plain)).toBe(true);
        expect(glob(plain, kind)(`${plain}x`)).toBe(false);
      }),
    );
  });
});

// With a regular expression these take longer than anybody lives: that they end is the test.
test.each<[string, GlobKind]>([
  [`${'*a'.repeat(2000)}b`, 'name'],
  [`${'**a'.repeat(1300)}b`, 'path'],
  [`${'*a**a'.repeat(800)}b`, 'path'],
  [`${'*?'.repeat(2000)}b`, 'path'],
])('stars upon stars end: %#', (pattern, kind) => {
  const text = 'a'.repeat(all ? 20_000 : 4_000);
  expect(glob(pattern, kind)(text)).toBe(false);
  expect(glob(`${pattern.slice(0, -1)}*`, kind)(text)).toBe(true);
});
