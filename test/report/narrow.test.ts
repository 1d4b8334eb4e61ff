// Reports on a terminal of 80 columns: nothing wraps by itself, and no line number is lost.

import { describe, expect, test } from 'vitest';
import { analyze } from '../../src/analyze.ts';
import { recommended } from '../../src/detectors/index.ts';
import { explained, proven } from '../../src/explain.ts';
import { memoryInput } from '../../src/formats/input.ts';
import { parseTrace } from '../../src/formats/read.ts';
import { explanation } from '../../src/report/explanation.ts';
import { text } from '../../src/report/text.ts';
import { shortPlace } from '../../src/report/words.ts';

const WIDTH = 80;
const PATH = `packages/server/src/${'application/services/accounting/'.repeat(2)}deposit-handler.ts`;

/** A race of two of so many threads, all at lines of one long path. */
function trace(threads: number): string {
  const names = Array.from({ length: threads }, (_, i) => `worker-of-the-pool-${i}`);
  const lines = [
    ...names.map((name) => `main|fork(${name})`),
    ...names.flatMap((name, i) => (i < 2 ? [`${name}|w(balance-of-the-account)`] : [`${name}|acq(m)`, `${name}|rel(m)`])),
  ];
  return lines.map((line, i) => `${line}|${PATH}:${1001 + i}\n`).join('');
}

async function shown(threads: number, width: number | undefined): Promise<string> {
  const content = trace(threads);
  const result = await analyze(memoryInput('x', content), { detectors: recommended });
  const whole = parseTrace(content);
  const finding = proven(whole, result.findings[0]!, {});
  return [...text(result, { width }), ...explanation(explained(whole, finding), { width })].join('');
}

describe('a path of a hundred characters', () => {
  test.each([2, 3])('fits with %i threads, and every line keeps its number', async (threads) => {
    const narrow = await shown(threads, WIDTH);
    expect(narrow.split('\n').filter((line) => line.length > WIDTH)).toEqual([]);
    const numbers = (report: string) => report.match(/\.ts:\d+/g);
    expect(numbers(narrow)).toEqual(numbers(await shown(threads, undefined)));
  });

  test('is whole where there is no terminal', async () => {
    expect(await shown(2, undefined)).toContain(`${PATH}:1001`);
  });
});

test('many locks of long names fit', async () => {
  const locks = Array.from({ length: 4 }, (_, i) => `the lock number ${i} of the cache`);
  const taken = [
    ...locks.map((lock) => `T1|acq(${lock})|a.c:1`),
    'T1|w(x)|a.c:2',
    ...locks.map((lock) => `T1|rel(${lock})|a.c:3`),
  ];
  const result = await analyze(memoryInput('x', [...taken, 'T2|w(x)|b.c:1', ''].join('\n')), { detectors: recommended });
  const report = [...text(result, { width: WIDTH })].join('');
  expect(report.split('\n').filter((line) => line.length > WIDTH)).toEqual([]);
  expect(report.replace(/\s+/g, ' ')).toContain(`holding ${locks.join(', ')} a.c:2`);
});

test.each([
  ['a/b.c:12', 8, 'a/b.c:12'],
  ['aaaa/bbbb/cccc.c:12', 12, 'aaaa…cc.c:12'],
  ['aaaa/bbbb/cccc.c:12:3 (function)', 20, 'aaaa…cc.c:12:3 (fun…'],
  ['aaaa/bbbb/cccc.c:123456', 4, '…:123456'],
  ['no place at all', 7, 'no …all'],
])('%s in %i characters is %s', (location, length, short) => {
  expect(shortPlace(location, length)).toBe(short);
});
