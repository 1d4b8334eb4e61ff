// A record that walks through memory is the accesses that it stands for, one after the other: the same trace, and the same counts of what
// was left out.

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Raw } from '../../../src/raw/format.ts';
import { runs } from '../../runs.ts';
import { RawLogWriter } from '../raw-log.ts';
import { assembled, lines } from './assembled.ts';

interface Step {
  readonly thread: number;
  readonly action: number;
  readonly place: number;
  readonly element: number;
  readonly count: number;
}

const arbitrarySteps: fc.Arbitrary<Step[]> = fc.array(
  fc.record({
    thread: fc.nat(2),
    action: fc.nat(12),
    place: fc.nat(40),
    element: fc.nat(4),
    count: fc.integer({ min: 1, max: 30 }),
  }),
  { minLength: 5, maxLength: 40, size: 'max' },
);

/** A block at a border of pages, at which the lower half of addresses ends, too. */
const BLOCK = 5 * 2 ** 32 - 128;
const BLOCK_BYTES = 640;
const SPIN = 0x100;
const MUTEX = 0x200;

/** One program twice: with a record for each walk, and with one for each access. */
function walks(steps: readonly Step[]): { walking: RawLogWriter[]; single: RawLogWriter[] } {
  const walking = [0, 1, 2].map((number) => new RawLogWriter(number));
  const single = [0, 1, 2].map((number) => new RawLogWriter(number));
  for (const [i, step] of steps.entries()) {
    const { thread, action, place } = step;
    const bytes = 1 << step.element;
    const count = Math.min(step.count, Math.floor(255 / bytes));
    const both = [walking[thread]!.stamp(i + 1), single[thread]!.stamp(i + 1)];
    const [address, site] = [BLOCK + 4 * place, i + 1];
    const kind = action % 2 === 0 ? Raw.read : Raw.write;
    if (action < 8) {
      walking[thread]!.record(kind, { address, size: count * bytes, site, extra: step.element + 1 });
      for (let n = 0; n < count; n++) single[thread]!.record(kind, { address: address + n * bytes, size: bytes, site });
    } else if (action === 8) for (const log of both) log.acquire(MUTEX).release(MUTEX);
    else if (action === 9) for (const log of both) log.allocate(BLOCK, BLOCK_BYTES);
    else if (action === 10) for (const log of both) log.atomicLoad(SPIN, place % 2);
    else for (const log of both) log.atomicUpdate(SPIN, 0, 1).atomicStore(SPIN, 0);
  }
  return { walking, single };
}

test('a walk through memory is the accesses that it stands for', async () => {
  await fc.assert(
    fc.asyncProperty(arbitrarySteps, fc.boolean(), async (steps, sharedOnly) => {
      const { walking, single } = walks(steps);
      const [walked, told] = [await assembled(walking, { sharedOnly }), await assembled(single, { sharedOnly })];
      expect(lines(walked.trace)).toEqual(lines(told.trace));
      const { records: _, ...counts } = walked.assembled;
      expect({ ...counts, records: told.assembled.records }).toEqual(told.assembled);
    }),
    runs(150),
  );
});
