// A report speaks of the trace that the detectors saw, though it is read a second and a third time.

import { afterEach, describe, expect, test, vi } from 'vitest';
import { analyze, slices } from '../../src/analyze.ts';
import { fasttrack } from '../../src/detectors/fasttrack/index.ts';
import type { Input } from '../../src/formats/input.ts';
import { LenientProblems } from '../../src/trace/problems.ts';
import { WellFormed } from '../../src/trace/well-formed.ts';

const first = ['T0|fork(T1)|5', 'T0|acq(m)|6', 'T0|w(x)|7', 'T0|rel(m)|8', 'T1|r(x)|9', 'T1|w(y)|9', ''].join('\n');

const others: readonly [string, string][] = [
  ['it ends before the race', first.slice(0, first.indexOf('T1|r(x)'))],
  ['it has an event less', first.replace('T0|fork(T1)|5\n', '')],
  ['the variable of one access is another', first.replace('T1|r(x)', 'T1|r(y)')],
  ['the thread is the same', first.replace('T1|r(x)', 'T0|r(x)')],
  ['both read', first.replace('T0|w(x)', 'T0|r(x)')],
  ['an access has another name', first.replaceAll('(x)', '(z)')],
  ['a lock has another name', first.replaceAll('(m)', '(n)')],
  ['a thread has another name', first.replaceAll('T1', 'T2')],
  ['a place has another name', first.replaceAll('|7', '|77')],
  ['a fork has another place', first.replaceAll('|5', '|55')],
];

/** The contents, one after the other; the last stays. */
function changing(...contents: readonly string[]): Input {
  let reading = 0;
  return {
    name: 'a.std',
    async *chunks() {
      yield new TextEncoder().encode(contents[Math.min(reading++, contents.length - 1)]);
    },
  };
}

afterEach(() => {
  vi.restoreAllMocks();
});

describe.each([
  ['strict', false],
  ['lenient', true],
])('a %s reading', (_, lenient) => {
  const options = () => ({ detectors: [fasttrack], keptEvents: 0, problems: lenient ? new LenientProblems() : undefined });

  test.each(others)('refuses to speak of a trace that changed: %s', async (_, other) => {
    await expect(analyze(changing(first, other), options())).rejects.toMatchObject({
      code: 'TRACE_CHANGED',
      place: { file: 'a.std' },
    });
  });

  test('takes a trace that grew', async () => {
    const grown = `${first}T1|w(z)|9\n`;
    expect((await analyze(changing(first, grown), options())).findings).toEqual(
      (await analyze(changing(first), options())).findings,
    );
  });

  test.each([
    ['ends earlier', first.slice(0, first.indexOf('T1|r(x)'))],
    ['has another thread there', first.replace('T1|r(x)', 'T0|r(x)')],
    ['writes there', first.replace('T1|r(x)', 'T1|w(x)')],
    ['has another place there', first.replaceAll('|7', '|77')],
    ['has no access there', first.replace('T1|r(x)', 'T1|acq(x)')],
  ])('draws no slice of a trace that %s', async (_, other) => {
    const { findings } = await analyze(changing(first), options());
    expect((await slices(changing(first), findings, { lenient })).size).toBe(1);
    await expect(slices(changing(other), findings, { lenient })).rejects.toMatchObject({ code: 'TRACE_CHANGED' });
  });

  test('checks a trace once if it was well-formed, and repairs it each time if it need not be', async () => {
    const check = vi.spyOn(WellFormed.prototype, 'check');
    const input = changing(first);
    const { findings } = await analyze(input, options());
    expect(check).toHaveBeenCalledTimes(lenient ? 2 : 1);
    await slices(input, findings, { lenient });
    expect(check).toHaveBeenCalledTimes(lenient ? 3 : 1);
  });
});

test('a short trace is kept, and not read again', async () => {
  const { findings } = await analyze(changing(first, ''), { detectors: [fasttrack] });
  expect(findings).toEqual((await analyze(changing(first), { detectors: [fasttrack], keptEvents: 0 })).findings);
  await expect(analyze(changing(first, ''), { detectors: [fasttrack], keptEvents: 5 })).rejects.toMatchObject({
    code: 'TRACE_EMPTY',
  });
});

test.each([0, 7])('what a lenient reading repaired is where it was, with %d events kept', async (keptEvents) => {
  const broken = `T1|rel(m)|3\n${first}`;
  const input = changing(broken);
  const { findings, traces } = await analyze(input, { detectors: [fasttrack], keptEvents, problems: new LenientProblems() });
  expect(traces[0]!.repaired).toBe(1);
  expect(findings).toMatchObject([{ first: { location: '7', locks: ['m'] }, second: { location: '9', op: 'read' } }]);
  expect((await slices(input, findings, { lenient: true })).get('R1')?.events.filter(({ racing }) => racing)).toHaveLength(2);
});
