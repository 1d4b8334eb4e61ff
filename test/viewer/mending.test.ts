// What a finding looks like, from lines as people write them.

import { describe, expect, test } from 'vitest';
import { atomicity } from '../../src/detectors/atomicity/index.ts';
import { deadlock } from '../../src/detectors/deadlock/index.ts';
import { fasttrack } from '../../src/detectors/fasttrack/index.ts';
import { hintFor } from '../../src/viewer/model/mending.ts';
import { openedTrace } from './findings.ts';

/** The pattern of a race between two places whose lines are these. */
async function looks(
  variable: string,
  [opA, lineA]: readonly [string, string],
  [opB, lineB]: readonly [string, string],
): Promise<string | undefined> {
  const { findings } = await openedTrace(`A|${opA}(${variable})|a.c:1\nB|${opB}(${variable})|b.c:1\n`, [fasttrack]);
  expect(findings).toHaveLength(1);
  return hintFor(findings[0]!.finding, (location) => (location.startsWith('a.c') ? lineA : lineB))?.pattern;
}

describe('a race looks like', () => {
  test.each([
    ['counter', 'hits', ['r', 'hits++;'], ['w', 'hits++;']],
    ['counter', 'total', ['w', 'total += n;'], ['w', 'total -= n;']],
    ['counter', 'cells', ['r', 'cells[0] += 1;'], ['w', 'x']],
    ['flag', 'done', ['w', 'done = true;'], ['r', 'while (!done) wait();']],
    ['flag', 'x', ['w', 'x = 1;'], ['r', 'if (x) go();']],
    ['lazy-initialisation', 'instance', ['r', 'if (instance == NULL) {'], ['w', 'instance = make();']],
    ['lazy-initialisation', 'cache', ['r', 'cache ??= new Map()'], ['w', 'cache = new Map();']],
    ['ring', 'ring.head', ['w', 'slots[head % SIZE] = item;'], ['r', 'item = slots[tail % SIZE];']],
    [undefined, 'x', ['w', 'x = compute();'], ['r', 'print(x);']],
    [undefined, 'x', ['w', ''], ['r', '']],
  ] as const)('%s: %s', async (pattern, variable, a, b) => {
    expect(await looks(variable, a, b)).toBe(pattern);
  });

  test('counter where one place reads and writes, also without its line', async () => {
    const { findings } = await openedTrace('A|r(x)|a.c:1\nB|w(x)|a.c:1\n', [fasttrack]);
    expect(hintFor(findings[0]!.finding)?.pattern).toBe('counter');
  });

  test('check-then-act where the check has no lock', async () => {
    const { findings } = await openedTrace('A|acq(m)|a.c:1\nA|w(x)|a.c:2\nA|rel(m)|a.c:3\nB|r(x)|b.c:1\n', [fasttrack]);
    expect(hintFor(findings[0]!.finding, () => 'if (x > limit) grow();')?.pattern).toBe('check-then-act');
  });
});

test('a deadlock is a matter of orders, a broken block of check and act', async () => {
  const ring = [
    'A|acq(m)|a:1',
    'A|acq(n)|a:2',
    'A|rel(n)|a:3',
    'A|rel(m)|a:4',
    'B|acq(n)|b:1',
    'B|acq(m)|b:2',
    'B|rel(m)|b:3',
    'B|rel(n)|b:4',
  ];
  const { findings } = await openedTrace(`${ring.join('\n')}\n`, [deadlock]);
  expect(hintFor(findings[0]!.finding)?.pattern).toBe('lock-order');
  const block = ['A|begin(take)|a:1', 'A|r(x)|a:2', 'B|w(x)|b:1', 'A|w(x)|a:3', 'A|end(take)|a:4'];
  const { findings: cut } = await openedTrace(`${block.join('\n')}\n`, [atomicity]);
  expect(hintFor(cut[0]!.finding)?.pattern).toBe('check-then-act');
});
