// The search of the site, over a small index.

import { expect, test } from 'vitest';
import { type Entry, search } from '../../src/site/search.ts';

function entry(page: string, title: string, heading: string, text: string): Entry {
  return { page, title, anchor: heading === '' ? '' : heading.toLowerCase(), heading, text };
}

const entries = [
  entry('a.html', 'Suppressions', '', 'Rules for findings that the team lives with.'),
  entry('b.html', 'Commands', 'Baseline', 'Writes findings down. Suppressions come first.'),
  entry('c.html', 'Races', '', `${'long '.repeat(200)}a lock order inversion`),
];

const pages = (query: string) => search(entries, query).map(({ entry: { page } }) => page);

test('titles count more than text, and words may be beginnings', () => {
  expect(pages('suppress')).toEqual(['a.html', 'b.html']);
  expect(pages('SUPPRESSIONS')).toEqual(['a.html', 'b.html']);
});

test('a hit has all of the words, from their beginnings', () => {
  expect(pages('findings baseline')).toEqual(['b.html']);
  expect(pages('findings nowhere')).toEqual([]);
  expect(pages('pressions')).toEqual([]);
});

test('nothing is asked for by nothing, and by what is no word', () => {
  expect(pages('')).toEqual([]);
  expect(pages(' .* ')).toEqual([]);
});

test('the excerpt is around the word', () => {
  expect(search(entries, 'inversion')[0]!.excerpt).toMatch(/^….*a lock order inversion$/);
});
