// The numbers of two machines side by side, made up.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { comparison, type DetectorTime, type Results, readResults, resultsOf } from '../../bench/reproduce/compare.ts';

const folder = mkdtempSync(join(tmpdir(), 'foretrace-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const time = (trace: string, detector: string, seconds: number, more: Partial<DetectorTime> = {}): DetectorTime => ({
  ...{ trace, hash: `hash of ${trace}`, detector, seconds, races: 3, variables: 2, megabytes: 60 },
  ...more,
});
const headline = { id: 'toy', says: 'Toys are fast.', answer: 'Twice as fast.', verdict: 'Agrees' };
const results = (machine: string, times: readonly DetectorTime[], more: Partial<Results> = {}): Results => ({
  ...{ format: 'foretrace-results-1', machine, isQuick: false, headlines: [headline], times },
  ...more,
});

const here = results('A machine.', [time('js/a', 'fasttrack', 1), time('js/a', 'wcp', 4), time('js/b', 'fasttrack', 2)]);

describe('a comparison', () => {
  test('has times as ratios, and ratios to FastTrack of each side', () => {
    const there = results('Another.', [time('js/a', 'fasttrack', 2), time('js/a', 'wcp', 12), time('js/b', 'fasttrack', 1)]);
    const text = comparison(here, there);
    expect(text).toContain('| `fasttrack` | 2 | 1.0 | 0.50 to 2.0 | 1.0 | 1.0 |');
    expect(text).toContain('| `wcp` | 1 | 3.0 | 3.0 to 3.0 | 4.0 | 6.0 |');
    expect(text).toContain('the same in 3 of 3 measurements.');
    expect(text).toContain('Here: A machine.\n');
    expect(text).toContain('There: Another.\n');
    expect(text).not.toContain('quick');
  });

  test('names answers that differ', () => {
    const there = results('Another.', [time('js/a', 'fasttrack', 2, { races: 4 }), time('js/a', 'wcp', 12)]);
    expect(comparison(here, there)).toContain(
      'the same in 1 of 2 measurements; not those of `fasttrack` on js/a (3 races here, 4 there).',
    );
  });

  test('is of the same traces only, by content, and names the others', () => {
    const there = results('Another.', [time('js/a', 'fasttrack', 2), time('js/b', 'fasttrack', 2, { hash: 'other' })]);
    const text = comparison(here, there);
    expect(text).toContain('| `fasttrack` | 1 |');
    expect(text).toContain('Measured only here: js/b.');
    expect(text).toContain('Measured only there: js/b.');
  });

  test('of nothing in common says so', () => {
    expect(comparison(here, results('Another.', []))).toContain('No trace is the same on both');
  });

  test('has both answers to a headline', () => {
    const other = { ...headline, answer: 'Half as fast.', verdict: 'Differs' };
    const text = comparison(here, results('Another.', [], { headlines: [other] }));
    expect(text).toContain('| Toys are fast. | Agrees. Twice as fast. | Differs. Half as fast. |');
  });

  test('says that a quick run says little', () => {
    expect(comparison(here, results('Another.', [], { isQuick: true }))).toContain('quick run');
  });
});

describe('the file', () => {
  test('has every detector on every trace once, and the headlines, and is read again', () => {
    const trace = { name: 'js/a', files: [], size: 1, hash: 'h' };
    const result = { seconds: 0.5, runs: 3, races: 1, places: 1, variables: 1, peak: 60.4, counters: {}, unfinished: undefined };
    const answers = new Map([
      ['1', { task: 'detect', trace, question: { detector: 'wcp' }, result } as const],
      ['2', { task: 'recall', trace: undefined, question: {}, result: {} } as const],
    ]);
    const text = '- <a id="headline-toy"></a><!-- Toys are fast. | Twice as fast. -->**Agrees.** A. B.\n';
    const made = resultsOf({ answers }, [{ title: 'Toy', text }], 'A machine.\n', false);
    const row = { trace: 'js/a', hash: 'h', detector: 'wcp', seconds: 0.5, races: 1, variables: 1, megabytes: 60 };
    expect(made).toEqual(results('A machine.', [row]));
    const file = join(folder, 'results.json');
    writeFileSync(file, JSON.stringify(made));
    expect(readResults(file)).toEqual(made);
  });

  test.each([
    ['{}', /is no foretrace-results-1/],
    ['{', /cannot be read/],
  ])('%s is refused', (content, message) => {
    const file = join(folder, 'wrong.json');
    writeFileSync(file, content);
    expect(() => readResults(file)).toThrow(message);
  });
});
