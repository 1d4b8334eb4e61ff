// How verdicts are printed, counted, and taken back.

import { describe, expect, test } from 'vitest';
import { type Claim, claimList, countVerdicts, headlinesOf, unjudged } from '../../bench/reproduce/claims.ts';

const claim = (holds: Claim['holds'], more: Partial<Claim> = {}): Claim => ({
  document: 'It is so.',
  holds,
  here: 'Is it?',
  ...more,
});
const headline = { id: 'toy', says: 'Toys are fast.', answer: 'Twice as fast here.' };
const all = claimList([claim(true), claim(false), undefined, claim('mended'), claim(undefined), claim(false, { headline })]);

test('each verdict has its word', () => {
  expect(
    claimList([claim(true), claim('mended'), claim(false), claim(undefined)])
      .trim()
      .split('\n'),
  ).toEqual([
    '- **Agrees.** It is so. Is it?',
    '- **Agrees once mended.** It is so. Is it?',
    '- **Differs.** It is so. Is it?',
    '- **Beside that.** It is so. Is it?',
  ]);
});

test('they are counted, in a text of several lists too', () => {
  expect(countVerdicts(all)).toEqual({ agree: 1, mended: 1, differ: 2 });
  expect(countVerdicts(`${all}\nText.\n\n${all}`)).toEqual({ agree: 2, mended: 2, differ: 4 });
  expect(countVerdicts('It **Agrees.** with nobody.')).toEqual({ agree: 0, mended: 0, differ: 0 });
});

test('what was left out is named, with the reason', () => {
  const leftOut = [
    { what: ['a', 'b'], why: 'too long' },
    { what: [], why: 'nothing' },
  ];
  expect(claimList([claim(true, { leftOut })])).toBe('- **Agrees.** It is so. Is it? Left out: a and b (too long).\n');
});

describe('a headline', () => {
  test('is found again in the text, with its verdict', () => {
    expect(headlinesOf(`Text.\n\n${all}`)).toEqual([{ ...headline, verdict: 'Differs' }]);
  });

  test('whatever is in its sentences', () => {
    const odd = { id: 'odd', says: 'a -- b > c | d', answer: '--> e' };
    const [found, ...rest] = headlinesOf(claimList([claim(true, { headline: odd }), claim(false)]));
    expect(found).toMatchObject({ id: 'odd', verdict: 'Agrees' });
    expect(rest).toEqual([]);
  });
});

test('a quick run has no verdicts', () => {
  const text = unjudged(all);
  expect(countVerdicts(text)).toEqual({ agree: 0, mended: 0, differ: 0 });
  expect(text.match(/\*\*Not judged\.\*\*/g)).toHaveLength(4);
  expect(headlinesOf(text)).toEqual([{ ...headline, verdict: 'Not judged' }]);
});
