import { expect, test } from 'vitest';
import { InputError } from '../../src/base/error.ts';
import { baselineText, difference, knownFindings, parseBaseline, unseen, updatedBaseline } from '../../src/findings/baseline.ts';
import { finding } from './finding.ts';

const known = (...fingerprints: string[]) => knownFindings(fingerprints.map((fingerprint) => finding({ fingerprint })));

test('an entry of a report stands for all that it holds', () => {
  const [first, second] = [finding({ fingerprint: 'b' }), finding({ fingerprint: 'a', at: ['z.c:1', 'y.c:2'] })];
  const entry = { ...first, places: [...first.places, ...second.places] };
  expect(knownFindings([entry])).toEqual([
    { fingerprint: 'a', variable: 'stats.hits', places: ['y.c:2', 'z.c:1'], sides: [] },
    { fingerprint: 'b', variable: 'stats.hits', places: ['src/a.c:1', 'src/b.c:2'], sides: [] },
  ]);
});

test('updates add and confirm, and remember what was not seen again', () => {
  let baseline = updatedBaseline(undefined, known('a', 'b'));
  baseline = updatedBaseline(baseline, known('b', 'c'));
  baseline = updatedBaseline(baseline, known('c'));
  expect(baseline.findings.map(({ fingerprint, seen }) => [fingerprint, seen])).toEqual([
    ['a', 1],
    ['b', 2],
    ['c', 3],
  ]);
  expect(unseen(baseline, 1).map(({ fingerprint }) => fingerprint)).toEqual(['a', 'b']);
  expect(unseen(baseline, 2).map(({ fingerprint }) => fingerprint)).toEqual(['a']);
  expect(parseBaseline(baselineText(baseline), 'known.json')).toEqual(baseline);
});

test('a difference is what is new, gone and still there', () => {
  const names = (findings: readonly { fingerprint: string }[]) => findings.map(({ fingerprint }) => fingerprint).join('');
  const { fresh, gone, still } = difference(known('a', 'b'), known('b', 'c'));
  expect([names(fresh), names(gone), names(still)]).toEqual(['c', 'a', 'b']);
});

test('a pair of places that both race on the variable is not new, whichever pairs a run shows', () => {
  const pair = (fingerprint: string, ...sides: string[]) => ({ fingerprint, sides, variable: 'x', places: sides });
  const { fresh, gone, still } = difference(
    [pair('1', 'a', 'b'), pair('2', 'b', 'c')],
    [pair('3', 'a', 'c'), pair('4', 'a', 'd')],
  );
  expect([fresh, gone, still].map((list) => list.map(({ fingerprint }) => fingerprint))).toEqual([['4'], ['1', '2'], ['3']]);
});

test.each([
  ['{', 'not JSON'],
  ['null', 'names no version'],
  [`{"version":${'['.repeat(100_000)}${']'.repeat(100_000)}}`, 'names no version'],
  ['{"version":1,"findings":[]}', 'of version 1, whose fingerprints'],
  ['{"version":3}', 'of version 3'],
  ['{"version":2,"findings":[]}', 'how often'],
  ['{"version":2,"updates":1}', 'no list'],
  ['{"version":2,"updates":1,"findings":[null]}', 'incomplete'],
  ['{"version":2,"updates":1,"findings":[{"fingerprint":"a","variable":"x","places":[1],"seen":1}]}', 'incomplete'],
])('%.60s is refused: %s', (text, words) => {
  let caught: unknown;
  try {
    parseBaseline(text, 'known.json');
  } catch (error) {
    caught = error;
  }
  expect(caught).toBeInstanceOf(InputError);
  expect(caught).toMatchObject({ code: 'BASELINE_BAD', place: { file: 'known.json' } });
  expect((caught as InputError).message).toContain(words);
});
