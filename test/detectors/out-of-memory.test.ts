// A detector that runs out of memory ends there: what it had found and what the others find is kept, and it is said.

import { expect, test } from 'vitest';
import { isOutOfMemory } from '../../src/base/out-of-memory.ts';
import { Detection, type DetectorResult } from '../../src/detectors/detection.ts';
import type { RaceDetector } from '../../src/detectors/detector.ts';
import { fasttrack } from '../../src/detectors/fasttrack/index.ts';
import { shb } from '../../src/detectors/shb/index.ts';
import { TraceBuilder } from '../../src/trace/builder.ts';
import { Op } from '../../src/trace/operation.ts';

const racy = new TraceBuilder().add('A', Op.write, 'x').add('B', Op.write, 'x').trace();

/** What a machine without memory throws at this length, or another that has it. */
const allocated = () => new Uint32Array(2 ** 52);

/** Reports a race and then wants more memory than there is, while it gets events or at its end. */
const greedy = (when: 'block' | 'end', fail: () => unknown): RaceDetector => ({
  ...fasttrack,
  id: 'greedy',
  analysis: (report) => ({
    block: () => {
      report(0, 1);
      if (when === 'block') fail();
    },
    end: () => {
      if (when === 'end') fail();
    },
    counters: () => ({ rules: 1 }),
  }),
});

function results(...detectors: RaceDetector[]) {
  const detection = new Detection(detectors);
  // The second block comes after the failure.
  for (const block of [...racy.blocks, ...racy.blocks]) detection.block(block);
  return detection.end().map(({ detector, races, unfinished }) => ({ id: detector.id, races: races.length, unfinished }));
}

test.each([
  ['block', 'at event 0'],
  ['end', 'at the end of the trace'],
] as const)('in %s', (when, where) => {
  expect(results(greedy(when, allocated), fasttrack)).toEqual([
    { id: 'greedy', races: 1, unfinished: expect.stringContaining(`greedy ran out of memory ${where}`) },
    { id: 'fasttrack', races: expect.any(Number), unfinished: undefined },
  ]);
  expect(results(greedy(when, allocated), fasttrack)[1]!.races).toBeGreaterThan(0);
});

test('a bug stays a bug', () => {
  const overflow = (): unknown => [overflow()];
  expect(() => results(greedy('end', overflow))).toThrow(/call stack/);
  expect(() =>
    results(
      greedy('block', () => {
        throw new TypeError('x is not a function');
      }),
    ),
  ).toThrow(TypeError);
});

test.each([
  [new RangeError('Array buffer allocation failed'), true],
  [new RangeError('Map maximum size exceeded'), true],
  [new RangeError('Invalid string length'), true],
  [Object.assign(new Error('cannot allocate'), { code: 'ENOMEM' }), true],
  [new RangeError('Maximum call stack size exceeded'), false],
  [new Error('Array buffer allocation failed'), false],
  ['Array buffer allocation failed', false],
])('%s: %s', (error, expected) => {
  expect(isOutOfMemory(error)).toBe(expected);
});

test.each([fasttrack, shb])('the kernel of $id ends with what it had found', (detector) => {
  const detection = new Detection([detector]);
  for (const block of racy.blocks) detection.block(block);
  // More locks than a kernel has addresses for.
  for (const block of racy.blocks) detection.block({ ...block, start: 2, bounds: { ...block.bounds, locks: 2 ** 31 } });
  for (const block of racy.blocks) detection.block({ ...block, start: 4 });
  const [{ races, unfinished }] = detection.end() as [DetectorResult];
  expect([races.length, races.first(0), races.second(0)]).toEqual([1, 0, 1]);
  expect(unfinished).toContain(`${detector.id} ran out of memory at event 2, and reports what it had found`);
});
