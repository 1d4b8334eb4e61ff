// A row of atomic stores is the stores that it stands for, one after the other: the same trace, the same counts of what was left out, the same answer of
// the screen. Stores of rows are kept apart until another access asks for them, so what comes before and after them matters.

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Order, Raw, VALUES } from '../../../src/raw/format.ts';
import { runs } from '../../runs.ts';
import { RawLogWriter } from '../raw-log.ts';
import { screenedLogs } from '../screen/screened-logs.ts';
import { assembled, lines } from './assembled.ts';

interface Step {
  readonly thread: number;
  readonly action: number;
  readonly place: number;
  readonly size: number;
  readonly count: number;
  readonly stride: number;
  readonly sites: number;
  readonly apart: number;
  readonly value: number;
}

const arbitrarySteps: fc.Arbitrary<Step[]> = fc.array(
  fc.record({
    thread: fc.nat(2),
    action: fc.nat(17),
    place: fc.nat(24),
    size: fc.oneof({ weight: 5, arbitrary: fc.constant(4) }, fc.constantFrom(1, 2, 8)),
    count: fc.integer({ min: 1, max: 12 }),
    stride: fc.constantFrom(0, 1, 1, 1, 2, -1, -3),
    sites: fc.nat(4),
    apart: fc.constantFrom(1, 7, 90),
    value: fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, fc.constant(1)),
  }),
  { minLength: 5, maxLength: 40, size: 'max' },
);

/** Blocks at a border of pages, at which the lower half of addresses ends, too. */
const BLOCK = 5 * 2 ** 32 - 128;
const BLOCK_BYTES = 640;
const MUTEX = 0x200;

function inRow(log: RawLogWriter, address: number, site: number, { size, count, stride, sites, apart, value }: Step): void {
  const extra = Order.sequential | VALUES;
  const sizes =
    BigInt(count) | (BigInt(sites) << 16n) | (BigInt.asUintN(16, BigInt(stride * size)) << 32n) | (BigInt(apart) << 48n);
  log.record(Raw.atomicStores, { address, size, site, extra }).values(sizes, BigInt(value));
}

/** One program twice: with a record for each row, and with one for each store. */
function rows(steps: readonly Step[]): { rowed: RawLogWriter[]; single: RawLogWriter[] } {
  const rowed = [0, 1, 2].map((number) => new RawLogWriter(number));
  const single = [0, 1, 2].map((number) => new RawLogWriter(number));
  let time = 1;
  for (const [i, step] of steps.entries()) {
    const { thread, action, size, count, stride, sites, apart, value } = step;
    const [address, site] = [BLOCK + size * Math.floor((64 + 8 * step.place) / size), 100 * (i + 1)];
    const both = [rowed[thread]!.stamp(time), single[thread]!.stamp(time)];
    if (action < 7) {
      inRow(rowed[thread]!, address, site, step);
      for (let n = 0; n < count; n++) {
        const at = { address: address + n * stride * size, size, site: site + (n % (sites || count)) * apart };
        single[thread]!.stamp(time++).record(Raw.atomicStore, { ...at, extra: Order.sequential | VALUES });
        single[thread]!.values(0n, BigInt(value));
      }
      continue;
    }
    time++;
    for (const log of both)
      if (action < 10) log.atomicUpdate(address, 0, 1, Order.sequential, size).atomicStore(address, 0, Order.sequential, size);
      else if (action < 13) log.atomicLoad(address, value, Order.sequential, size);
      else if (action === 13) log.record(Raw.write, { address, size, site });
      else if (action === 14) log.record(Raw.read, { address, size, site });
      else if (action === 15) log.acquire(MUTEX).release(MUTEX);
      else if (action === 16) log.allocate(BLOCK + 256 * (step.place % 2), count % 2 === 0 ? BLOCK_BYTES : 8192);
      else log.writeRange(address, 8 * count, site);
  }
  return { rowed, single };
}

test('a row of stores is the stores that it stands for', async () => {
  await fc.assert(
    fc.asyncProperty(arbitrarySteps, fc.boolean(), async (steps, sharedOnly) => {
      const { rowed, single } = rows(steps);
      const [short, long] = [await assembled(rowed, { sharedOnly }), await assembled(single, { sharedOnly })];
      expect(lines(short.trace)).toEqual(lines(long.trace));
      const { records: _, ...counts } = short.assembled;
      expect({ ...counts, records: long.assembled.records }).toEqual(long.assembled);
      expect((await screenedLogs(rowed)) === undefined).toBe((await screenedLogs(single)) === undefined);
    }),
    runs(200),
  );
});

test('a damaged row is at least one store, and no endless one', async () => {
  const [a, b] = [new RawLogWriter(0), new RawLogWriter(1)];
  for (const log of [a, b]) {
    log.record(Raw.atomicStores, { address: BLOCK, size: 4, extra: Order.sequential | VALUES }).values(0n, 1n);
    log.record(Raw.atomicStores, { address: BLOCK, size: 4, extra: Order.sequential });
    log.record(Raw.atomicStores, { address: 8, size: 0, extra: Order.sequential | VALUES }).values(-1n, 1n);
  }
  const { trace } = await assembled([a, b]);
  expect(lines(trace).filter((line) => line.includes('vw('))).not.toEqual([]);
});
